//! A score sheet that others follow by a server: what is asked of the server next, and what its answer
//! means. Whoever draws it sends one request at a time.

/// A link to a sheet that others follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetLink {
    /// Which sheet.
    pub id: String,
    /// With it one may write; none for those who only look on.
    pub key: Option<String>,
}

/// How the fragment of such a link begins.
const FRAGMENT: &str = "#sheet=";

/// The longest id and the longest key, in characters.
const PART_MOST: usize = 64;

impl SheetLink {
    /// The fragment of the link; with the key where `writes`, so that whoever gets it may write.
    #[must_use]
    pub fn fragment(&self, writes: bool) -> String {
        match self.key.as_ref().filter(|_| writes) {
            Some(key) => format!("{FRAGMENT}{}.{key}", self.id),
            None => format!("{FRAGMENT}{}", self.id),
        }
    }

    /// Reads a fragment; from anybody. None where it is no such link.
    #[must_use]
    pub fn read(fragment: &str) -> Option<SheetLink> {
        let (id, key) = match fragment.strip_prefix(FRAGMENT)?.split_once('.') {
            Some((id, key)) => (id, Some(key)),
            None => (fragment.strip_prefix(FRAGMENT)?, None),
        };
        let plain = |part: &str| {
            !part.is_empty()
                && part.len() <= PART_MOST
                && part.chars().all(|c| c.is_ascii_alphanumeric())
        };
        (plain(id) && key.is_none_or(plain))
            .then(|| SheetLink { id: id.to_owned(), key: key.map(str::to_owned) })
    }

    /// The address of the sheet, at the same server.
    #[must_use]
    pub fn address(&self) -> String {
        format!("/api/sheets/{}", self.id)
    }
}

/// As many sheets of others are remembered.
const SHEETS_MOST: usize = 20;

/// A sheet of others that this device has opened by a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Where it is.
    pub link: SheetLink,
    /// The game's name, or that of the house rules.
    pub game: String,
    /// The players.
    pub names: Vec<String>,
}

/// The sheets of others that a device has opened, the latest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AllSeen(Vec<Seen>);

impl AllSeen {
    /// Reads what [`AllSeen::text`] gave; lines that are none are left out.
    #[must_use]
    pub fn read(text: &str) -> AllSeen {
        let seen = |line: &str| {
            let mut parts = line.split('\t').map(str::to_owned);
            let (link, game) = (SheetLink::read(&parts.next()?)?, parts.next()?);
            Some(Seen { link, game, names: parts.collect() })
        };
        AllSeen(text.lines().filter_map(seen).take(SHEETS_MOST).collect())
    }

    /// The list as a text, a line for each.
    #[must_use]
    pub fn text(&self) -> String {
        let plain = |text: &String| text.replace(|c: char| c.is_control(), " ");
        let line = |seen: &Seen| {
            let names: String =
                seen.names.iter().map(|name| format!("\t{}", plain(name))).collect();
            format!("{}\t{}{names}\n", seen.link.fragment(true), plain(&seen.game))
        };
        self.0.iter().map(line).collect()
    }

    /// All of them, the latest first.
    pub fn iter(&self) -> std::slice::Iter<'_, Seen> {
        self.0.iter()
    }

    /// A sheet was opened. Whoever could write to it before still can.
    pub fn note(&mut self, mut seen: Seen) {
        let before = self.0.iter().find(|one| one.link.id == seen.link.id);
        let key = before.and_then(|one| one.link.key.clone());
        seen.link.key = seen.link.key.or(key);
        self.forget(&seen.link.id);
        self.0.insert(0, seen);
        self.0.truncate(SHEETS_MOST);
    }

    /// A sheet goes.
    pub fn forget(&mut self, id: &str) {
        self.0.retain(|one| one.link.id != id);
    }
}

/// What is to be asked of the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// The sheet, unless it is still this version.
    Read(u64),
    /// That the sheet as it is here comes after this version.
    Write(u64),
}

/// What an answer means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Nothing is new.
    Same,
    /// The sheet is now as this text says.
    Theirs(String),
    /// Somebody else has written first: what was entered here did not count, and the sheet comes anew.
    Behind,
    /// The server cannot be reached, or cannot do it now; it is asked again.
    Later,
    /// There is no such sheet any more.
    Ended,
    /// This link does not let one write, or the server takes no more of this sheet.
    Refused,
}

/// What is said of a sheet that is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// It is not followed: the server did not take it.
    Not,
    /// What came cannot be read here.
    Unknown,
    /// What was entered here did not count.
    Behind,
    /// The server is asked again.
    Later,
    /// There is no such sheet any more.
    Ended,
    /// The server takes nothing from here.
    Refused,
}

impl Outcome {
    /// What is said after it, where this was said before; what has come may be `readable`. That the server could not be
    /// reached holds until it answers; what it has answered, until something is entered.
    #[must_use]
    pub fn notice(&self, before: Option<Notice>, readable: bool) -> Option<Notice> {
        match self {
            Outcome::Same => before.filter(|said| *said != Notice::Later),
            Outcome::Theirs(_) if readable => {
                before.filter(|said| !matches!(said, Notice::Later | Notice::Unknown))
            }
            Outcome::Theirs(_) => Some(Notice::Unknown),
            Outcome::Behind => Some(Notice::Behind),
            Outcome::Later => Some(Notice::Later),
            Outcome::Ended => Some(Notice::Ended),
            Outcome::Refused => Some(Notice::Refused),
        }
    }
}

/// A sheet that is followed, on the side of one device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Following {
    /// Where it is.
    pub link: SheetLink,
    /// The version that this device has; 0 before the first.
    version: u64,
    /// How often it was changed here, …
    changes: u32,
    /// … and how many of these changes the server has.
    sent: u32,
}

impl Following {
    /// One that this device has as this version; 0 where it has nothing of it yet.
    #[must_use]
    pub fn new(link: SheetLink, version: u64) -> Following {
        Following { link, version, changes: 0, sent: 0 }
    }

    /// May one write to it here?
    #[must_use]
    pub fn writes(&self) -> bool {
        self.link.key.is_some()
    }

    /// The version that this device has.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The sheet was changed here; by whoever may write to it.
    pub fn change(&mut self) {
        self.changes += u32::from(self.writes());
    }

    /// Is there anything that the server does not have yet?
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.changes != self.sent
    }

    /// What is to be asked next, and how many changes it carries.
    #[must_use]
    pub fn next(&self) -> (Request, u32) {
        let request = match self.is_waiting() && self.version > 0 {
            true => Request::Write(self.version),
            false => Request::Read(self.version),
        };
        (request, self.changes)
    }

    /// Takes an answer to a request: its status, 0 without one; the version that it names, and its body.
    pub fn answered(
        &mut self,
        (request, changes): (Request, u32),
        status: u16,
        version: Option<u64>,
        body: &str,
    ) -> Outcome {
        match (status, request, version) {
            // What was changed here meanwhile is sent over this version: whoever has won is told then.
            (200, Request::Read(_), Some(version)) if !self.is_waiting() => {
                self.version = version;
                Outcome::Theirs(body.to_owned())
            }
            (200 | 304, Request::Read(_), _) => Outcome::Same,
            (200 | 204, Request::Write(_), Some(version)) => {
                (self.version, self.sent) = (version, changes);
                Outcome::Same
            }
            (412, Request::Write(_), _) => {
                (self.version, self.sent) = (0, self.changes);
                Outcome::Behind
            }
            (404, ..) => Outcome::Ended,
            (400 | 403 | 413 | 422, ..) => {
                self.sent = self.changes;
                Outcome::Refused
            }
            _ => Outcome::Later,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link() -> SheetLink {
        SheetLink { id: "abc".into(), key: Some("0f".into()) }
    }

    #[test]
    fn a_link_reads_back() {
        for writes in [true, false] {
            let read = SheetLink::read(&link().fragment(writes)).unwrap();
            assert_eq!((read.id.as_str(), read.key.is_some()), ("abc", writes));
        }
        assert_eq!(link().address(), "/api/sheets/abc");
        let long = format!("#sheet={}", "a".repeat(PART_MOST + 1));
        for wrong in ["", "#sheet=", "#sheet=a/b", "#sheet=.k", "#sheet=a.", "#sheet=a.b.c", &long]
        {
            assert_eq!(SheetLink::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sheets_of_others_are_remembered_the_latest_first() {
        let seen = |id: &str, key: Option<&str>| Seen {
            link: SheetLink { id: id.into(), key: key.map(str::to_owned) },
            game: "Gin\tRummy".into(),
            names: vec!["Ann".into(), "Bob".into()],
        };
        let mut all = AllSeen::default();
        for number in 0..SHEETS_MOST + 2 {
            all.note(seen(&format!("s{number}"), None));
        }
        all.note(seen("s5", Some("0f")));
        // Another link to the same sheet takes nothing away.
        all.note(seen("s5", None));
        assert_eq!(all.iter().count(), SHEETS_MOST);
        let first = all.iter().next().unwrap();
        assert_eq!((first.link.id.as_str(), first.link.key.as_deref()), ("s5", Some("0f")));
        let read = AllSeen::read(&all.text());
        assert_eq!(read.text(), all.text());
        let first = read.iter().next().unwrap();
        assert_eq!((first.game.as_str(), first.names.join(",")), ("Gin Rummy", "Ann,Bob".into()));
        all.forget("s5");
        assert!(all.iter().all(|one| one.link.id != "s5"));
        assert_eq!(AllSeen::read("nonsense\n#sheet=a\n#sheet=a/b\tGin\n"), AllSeen::default());
    }

    #[test]
    fn what_is_entered_is_sent_once_and_the_rest_is_read() {
        let mut here = Following::new(link(), 1);
        assert_eq!(here.next().0, Request::Read(1));
        assert_eq!(here.answered(here.next(), 304, Some(1), ""), Outcome::Same);
        here.change();
        let sent = here.next();
        assert_eq!(sent.0, Request::Write(1));
        // Another deal is entered while the first is on its way.
        here.change();
        assert_eq!(here.answered(sent, 204, Some(2), ""), Outcome::Same);
        assert!(here.is_waiting());
        assert_eq!(here.next().0, Request::Write(2));
        assert_eq!(here.answered(here.next(), 0, None, ""), Outcome::Later);
        assert_eq!(here.answered(here.next(), 503, None, ""), Outcome::Later);
        assert_eq!(here.answered(here.next(), 204, Some(3), ""), Outcome::Same);
        assert_eq!((here.next().0, here.version()), (Request::Read(3), 3));
        assert_eq!(here.answered(here.next(), 200, Some(5), "x"), Outcome::Theirs("x".into()));
        assert_eq!(here.next().0, Request::Read(5));
    }

    #[test]
    fn of_two_who_write_the_second_is_told_and_has_the_sheet_of_the_first() {
        let mut here = Following::new(link(), 1);
        let reading = here.next();
        here.change();
        // An answer that was on its way does not undo what was entered.
        assert_eq!(here.answered(reading, 200, Some(2), "theirs"), Outcome::Same);
        let writing = here.next();
        assert_eq!(here.answered(writing, 412, None, ""), Outcome::Behind);
        assert_eq!(here.next().0, Request::Read(0));
        let read = here.answered(here.next(), 200, Some(2), "theirs");
        assert_eq!(read, Outcome::Theirs("theirs".into()));
    }

    #[test]
    fn what_is_said_goes_when_it_is_true_no_more() {
        let theirs = || Outcome::Theirs(String::new());
        let later = Outcome::Later.notice(None, true);
        assert_eq!(later, Some(Notice::Later));
        assert_eq!(Outcome::Same.notice(later, true), None);
        assert_eq!(theirs().notice(later, true), None);
        // That one was behind stays when the sheet of the others comes, and the line is there again.
        let behind = Outcome::Behind.notice(later, true);
        assert_eq!(theirs().notice(behind, true), Some(Notice::Behind));
        assert_eq!(Outcome::Same.notice(behind, true), Some(Notice::Behind));
        let unknown = theirs().notice(None, false);
        assert_eq!(Outcome::Same.notice(unknown, true), Some(Notice::Unknown));
        assert_eq!(theirs().notice(unknown, true), None);
    }

    #[test]
    fn without_a_key_nothing_is_written() {
        let mut here = Following::new(SheetLink { key: None, ..link() }, 0);
        here.change();
        assert_eq!(here.next().0, Request::Read(0));
        assert!(!here.writes());
        let mut refused = Following::new(link(), 4);
        refused.change();
        assert_eq!(refused.answered(refused.next(), 403, None, ""), Outcome::Refused);
        assert_eq!(refused.next().0, Request::Read(4));
        assert_eq!(refused.answered(refused.next(), 404, None, ""), Outcome::Ended);
    }
}
