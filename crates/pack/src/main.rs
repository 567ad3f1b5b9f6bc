//! Builds the page, reports its size, and measures it in a browser.
//!
//! `upcard-pack build PROGRAM STATIC LOCALES NETS FOLDER` builds the page in FOLDER, `try` the same without
//! size optimization; `upcard-pack weigh FOLDER` prints its size and fails if it is too large; `upcard-pack
//! measure FOLDER` prints loading times on a slow phone. `upcard-pack count …` builds a page whose functions
//! report calls, and `upcard-pack record SERVER FOLDER CALLED` plays in it and saves which functions the
//! first turns call. Without the feature `light` there are only `try` and `weigh`.

mod build;
mod bundle;
mod called_functions;
#[cfg(feature = "light")]
mod compress;
mod halves;
mod manifest;
#[cfg(feature = "light")]
mod measure;
#[cfg(feature = "light")]
mod record;
#[cfg(feature = "light")]
mod site;
mod sizes;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use build::Effort;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done: Result<(), Box<dyn Error>> = match *arguments {
        [task @ ("build" | "try" | "count"), program, files, locales, nets, folder] => {
            let effort = match task {
                "build" => Effort::Full,
                #[cfg(feature = "light")]
                "count" => Effort::Instrumented,
                _ => Effort::None,
            };
            let [program, files, locales, nets, folder] =
                [program, files, locales, nets, folder].map(Path::new);
            build::build(effort, program, files, locales, nets, folder).and_then(
                |()| match effort {
                    #[cfg(feature = "light")]
                    Effort::Full => compress::compress(folder)
                        .and_then(|()| sizes::check_sizes(folder).map(|_| ())),
                    #[cfg(not(feature = "light"))]
                    Effort::Full => Err("this packer was built without the feature `light`".into()),
                    _ => Ok(()),
                },
            )
        }
        ["weigh", folder] => match sizes::check_sizes(Path::new(folder)) {
            Ok(false) => Err("the page is too large".into()),
            done => done.map(|_| ()),
        },
        #[cfg(feature = "light")]
        ["measure", folder] => {
            sizes::check_sizes(Path::new(folder)).and_then(|_| measure::measure(Path::new(folder)))
        }
        #[cfg(feature = "light")]
        ["record", server, page, called] => {
            let [server, page, called] = [server, page, called].map(Path::new);
            record::record(server, page, called)
        }
        _ => {
            eprintln!(
                "upcard-pack build|try|count PROGRAM STATIC LOCALES NETS FOLDER | weigh FOLDER | measure FOLDER | record SERVER FOLDER CALLED"
            );
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
