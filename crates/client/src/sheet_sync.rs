//! A shared score sheet on a server: the next request to send, and the meaning of the response. The user
//! interface sends one request at a time.

/// Link to a shared score sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetLink {
    /// Id of the sheet.
    pub id: String,
    /// Write key; `None` for read-only access.
    pub key: Option<String>,
}

/// Prefix of the link's fragment.
const FRAGMENT: &str = "#sheet=";

/// Maximum length of ids and keys, in characters.
const MAX_PART_LENGTH: usize = 64;

impl SheetLink {
    /// Builds the fragment, including the key if `writes`, to share write access.
    #[must_use]
    pub fn fragment(&self, writes: bool) -> String {
        match self.key.as_ref().filter(|_| writes) {
            Some(key) => format!("{FRAGMENT}{}.{key}", self.id),
            None => format!("{FRAGMENT}{}", self.id),
        }
    }

    /// Parses a fragment from an untrusted source; `None` if it is not such a link.
    #[must_use]
    pub fn read(fragment: &str) -> Option<SheetLink> {
        let link = fragment.strip_prefix(FRAGMENT)?;
        let (id, key) = link.split_once('.').map_or((link, None), |(id, key)| (id, Some(key)));
        let plain = |part: &str| {
            !part.is_empty()
                && part.len() <= MAX_PART_LENGTH
                && part.chars().all(|c| c.is_ascii_alphanumeric())
        };
        (plain(id) && key.is_none_or(plain))
            .then(|| SheetLink { id: id.to_owned(), key: key.map(str::to_owned) })
    }

    /// Path of the sheet on the same server.
    #[must_use]
    pub fn address(&self) -> String {
        format!("/api/sheets/{}", self.id)
    }
}

const MAX_SHEETS: usize = 20;

/// A sheet that this device has opened by a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedSheet {
    /// Link.
    pub link: SheetLink,
    /// Name of the game or house rules.
    pub game: String,
    /// Players.
    pub names: Vec<String>,
}

/// Sheets opened on this device, most recent first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpenedSheets(Vec<OpenedSheet>);

impl OpenedSheets {
    /// Parses the output of [`OpenedSheets::text`], skipping invalid lines.
    #[must_use]
    pub fn read(text: &str) -> OpenedSheets {
        let seen = |line: &str| {
            let mut parts = line.split('\t').map(str::to_owned);
            let (link, game) = (SheetLink::read(&parts.next()?)?, parts.next()?);
            Some(OpenedSheet { link, game, names: parts.collect() })
        };
        OpenedSheets(text.lines().filter_map(seen).take(MAX_SHEETS).collect())
    }

    /// Serializes the list, one sheet per line.
    #[must_use]
    pub fn text(&self) -> String {
        let plain = |text: &String| text.replace(|c: char| c.is_control(), " ");
        let line = |seen: &OpenedSheet| {
            let names: String =
                seen.names.iter().map(|name| format!("\t{}", plain(name))).collect();
            format!("{}\t{}{names}\n", seen.link.fragment(true), plain(&seen.game))
        };
        self.0.iter().map(line).collect()
    }

    /// Iterates over the sheets, most recent first.
    pub fn iter(&self) -> std::slice::Iter<'_, OpenedSheet> {
        self.0.iter()
    }

    /// Notes that a sheet was opened. A write key from an earlier link is kept.
    pub fn note(&mut self, mut seen: OpenedSheet) {
        let before = self.0.iter().find(|one| one.link.id == seen.link.id);
        let key = before.and_then(|one| one.link.key.clone());
        seen.link.key = seen.link.key.or(key);
        self.forget(&seen.link.id);
        self.0.insert(0, seen);
        self.0.truncate(MAX_SHEETS);
    }

    /// Removes a sheet.
    pub fn forget(&mut self, id: &str) {
        self.0.retain(|one| one.link.id != id);
    }
}

/// A request to the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Request {
    /// Fetch the sheet unless it still has this version.
    Read(u64),
    /// Write the local sheet as the successor of this version.
    Write(u64),
}

/// Meaning of a response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No change.
    Unchanged,
    /// The sheet now has this content.
    Updated(String),
    /// Conflict: another device wrote first. The local change is discarded and the sheet is fetched again.
    Conflict,
    /// The server is unreachable or temporarily unavailable; retry later.
    Retry,
    /// The sheet no longer exists.
    Ended,
    /// No write access, or the server accepts no more changes to this sheet.
    Refused,
}

/// Status message for a shared sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SyncNotice {
    /// Not shared: the server rejected it.
    NotShared,
    /// The content cannot be parsed by this version.
    Unreadable,
    /// The local change was discarded.
    Behind,
    /// The request will be retried.
    Retrying,
    /// The sheet no longer exists.
    Ended,
    /// The server rejects changes from this device.
    Refused,
}

impl Outcome {
    /// Status message after this outcome, given the previous one; `readable` tells whether new content could
    /// be parsed. "Later" is shown until the server responds; messages about its responses stay until the
    /// next local change.
    #[must_use]
    pub fn notice(&self, before: Option<SyncNotice>, readable: bool) -> Option<SyncNotice> {
        match self {
            Outcome::Unchanged => before.filter(|said| *said != SyncNotice::Retrying),
            Outcome::Updated(_) if readable => {
                before.filter(|said| !matches!(said, SyncNotice::Retrying | SyncNotice::Unreadable))
            }
            Outcome::Updated(_) => Some(SyncNotice::Unreadable),
            Outcome::Conflict => Some(SyncNotice::Behind),
            Outcome::Retry => Some(SyncNotice::Retrying),
            Outcome::Ended => Some(SyncNotice::Ended),
            Outcome::Refused => Some(SyncNotice::Refused),
        }
    }
}

/// Sync state of a shared sheet on one device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetSync {
    /// Link.
    pub link: SheetLink,
    /// Version on this device; 0 before the first.
    version: u64,
    /// Number of local changes.
    changes: u32,
    /// Number of these that the server has.
    sent: u32,
}

impl SheetSync {
    /// Creates the state for a version; 0 if nothing has been fetched yet.
    #[must_use]
    pub fn new(link: SheetLink, version: u64) -> SheetSync {
        SheetSync { link, version, changes: 0, sent: 0 }
    }

    /// Returns `true` if this device has write access.
    #[must_use]
    pub fn can_write(&self) -> bool {
        self.link.key.is_some()
    }

    /// Version on this device.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Notes a local change; ignored without write access.
    pub fn note_change(&mut self) {
        self.changes += u32::from(self.can_write());
    }

    /// Returns `true` if there are unsent changes.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.changes != self.sent
    }

    /// Returns the next request and the number of changes that it covers.
    #[must_use]
    pub fn next_request(&self) -> (Request, u32) {
        let request = match self.is_waiting() && self.version > 0 {
            true => Request::Write(self.version),
            false => Request::Read(self.version),
        };
        (request, self.changes)
    }

    /// Handles a response to a request: its HTTP status (0 if none arrived), version and body.
    pub fn handle_response(
        &mut self,
        (request, changes): (Request, u32),
        status: u16,
        version: Option<u64>,
        body: &str,
    ) -> Outcome {
        match (status, request, version) {
            // Local changes made meanwhile will be sent for this version; a conflict is detected then.
            (200, Request::Read(_), Some(version)) if !self.is_waiting() => {
                self.version = version;
                Outcome::Updated(body.to_owned())
            }
            (200 | 304, Request::Read(_), _) => Outcome::Unchanged,
            (200 | 204, Request::Write(_), Some(version)) => {
                (self.version, self.sent) = (version, changes);
                Outcome::Unchanged
            }
            (412, Request::Write(_), _) => {
                (self.version, self.sent) = (0, self.changes);
                Outcome::Conflict
            }
            (404, ..) => Outcome::Ended,
            (400 | 403 | 413 | 422, ..) => {
                self.sent = self.changes;
                Outcome::Refused
            }
            _ => Outcome::Retry,
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
    fn link_round_trips() {
        for writes in [true, false] {
            let read = SheetLink::read(&link().fragment(writes)).unwrap();
            assert_eq!((read.id.as_str(), read.key.is_some()), ("abc", writes));
        }
        assert_eq!(link().address(), "/api/sheets/abc");
        let long = format!("#sheet={}", "a".repeat(MAX_PART_LENGTH + 1));
        for wrong in ["", "#sheet=", "#sheet=a/b", "#sheet=.k", "#sheet=a.", "#sheet=a.b.c", &long]
        {
            assert_eq!(SheetLink::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn opened_sheets_are_listed_newest_first() {
        let seen = |id: &str, key: Option<&str>| OpenedSheet {
            link: SheetLink { id: id.into(), key: key.map(str::to_owned) },
            game: "Gin\tRummy".into(),
            names: vec!["Ann".into(), "Bob".into()],
        };
        let mut all = OpenedSheets::default();
        for number in 0..MAX_SHEETS + 2 {
            all.note(seen(&format!("s{number}"), None));
        }
        all.note(seen("s5", Some("0f")));
        // Opening a link without a key keeps the write key.
        all.note(seen("s5", None));
        assert_eq!(all.iter().count(), MAX_SHEETS);
        let first = all.iter().next().unwrap();
        assert_eq!((first.link.id.as_str(), first.link.key.as_deref()), ("s5", Some("0f")));
        let read = OpenedSheets::read(&all.text());
        assert_eq!(read.text(), all.text());
        let first = read.iter().next().unwrap();
        assert_eq!((first.game.as_str(), first.names.join(",")), ("Gin Rummy", "Ann,Bob".into()));
        all.forget("s5");
        assert!(all.iter().all(|one| one.link.id != "s5"));
        let invalid = OpenedSheets::read("nonsense\n#sheet=a\n#sheet=a/b\tGin\n");
        assert_eq!(invalid, OpenedSheets::default());
    }

    #[test]
    fn local_changes_are_sent_once_and_others_fetched() {
        let mut here = SheetSync::new(link(), 1);
        let respond = |here: &mut SheetSync, status, version, body| {
            here.handle_response(here.next_request(), status, version, body)
        };
        assert_eq!(here.next_request().0, Request::Read(1));
        assert_eq!(respond(&mut here, 304, Some(1), ""), Outcome::Unchanged);
        here.note_change();
        let sent = here.next_request();
        assert_eq!(sent.0, Request::Write(1));
        // Another deal is entered while the request is pending.
        here.note_change();
        assert_eq!(here.handle_response(sent, 204, Some(2), ""), Outcome::Unchanged);
        assert!(here.is_waiting());
        assert_eq!(here.next_request().0, Request::Write(2));
        assert_eq!(respond(&mut here, 0, None, ""), Outcome::Retry);
        assert_eq!(respond(&mut here, 503, None, ""), Outcome::Retry);
        assert_eq!(respond(&mut here, 204, Some(3), ""), Outcome::Unchanged);
        assert_eq!((here.next_request().0, here.version()), (Request::Read(3), 3));
        assert_eq!(respond(&mut here, 200, Some(5), "x"), Outcome::Updated("x".into()));
        assert_eq!(here.next_request().0, Request::Read(5));
    }

    #[test]
    fn second_writer_gets_a_conflict_and_the_first_version() {
        let mut here = SheetSync::new(link(), 1);
        let reading = here.next_request();
        here.note_change();
        // A pending response does not overwrite a local change.
        assert_eq!(here.handle_response(reading, 200, Some(2), "theirs"), Outcome::Unchanged);
        let writing = here.next_request();
        assert_eq!(here.handle_response(writing, 412, None, ""), Outcome::Conflict);
        assert_eq!(here.next_request().0, Request::Read(0));
        let read = here.handle_response(here.next_request(), 200, Some(2), "theirs");
        assert_eq!(read, Outcome::Updated("theirs".into()));
    }

    #[test]
    fn notices_clear_when_obsolete() {
        let theirs = || Outcome::Updated(String::new());
        let later = Outcome::Retry.notice(None, true);
        assert_eq!(later, Some(SyncNotice::Retrying));
        assert_eq!(Outcome::Unchanged.notice(later, true), None);
        assert_eq!(theirs().notice(later, true), None);
        // The conflict message remains after the new content is fetched.
        let behind = Outcome::Conflict.notice(later, true);
        assert_eq!(theirs().notice(behind, true), Some(SyncNotice::Behind));
        assert_eq!(Outcome::Unchanged.notice(behind, true), Some(SyncNotice::Behind));
        let unknown = theirs().notice(None, false);
        assert_eq!(Outcome::Unchanged.notice(unknown, true), Some(SyncNotice::Unreadable));
        assert_eq!(theirs().notice(unknown, true), None);
    }

    #[test]
    fn without_a_key_nothing_is_written() {
        let mut here = SheetSync::new(SheetLink { key: None, ..link() }, 0);
        here.note_change();
        assert_eq!(here.next_request().0, Request::Read(0));
        assert!(!here.can_write());
        let mut refused = SheetSync::new(link(), 4);
        refused.note_change();
        let outcome = refused.handle_response(refused.next_request(), 403, None, "");
        assert_eq!((outcome, refused.next_request().0), (Outcome::Refused, Request::Read(4)));
        assert_eq!(refused.handle_response(refused.next_request(), 404, None, ""), Outcome::Ended);
    }
}
