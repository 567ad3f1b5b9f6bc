//! A reader that closes the pipe early.

use std::io::Read;

use crate::{piped, program};

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    // It prints over some time: the pipe is closed long before the last line.
    let mut child = piped(program().args(["bench", "--rounds=1", "--millis=1"]));
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
    assert_eq!(errors, "");
    assert_eq!(child.wait().unwrap().code(), Some(128 + 13));
}
