//! SQLite VFS that records all operations on the files of a folder, in order. From this it creates the disk
//! image after a power failure at any moment: synced data is kept; of the rest, a random subset of sectors.

// A SQLite VFS is a table of C functions; there is no safe interface for it.
#![allow(unsafe_code)]

use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, Once, PoisonError};

use rusqlite::ffi;

/// Unit of atomic writes, in bytes.
const SECTOR: usize = 512;

/// Operation on a file.
enum Step {
    Wrote {
        offset: usize,
        bytes: Vec<u8>,
    },
    Cut {
        length: usize,
    },
    /// `folder`: the folder is synced as well, which makes earlier removals durable.
    Synced {
        folder: bool,
    },
    Removed {
        synced: bool,
    },
}

struct Record {
    folder: PathBuf,
    steps: Vec<(PathBuf, Step)>,
    /// Free bytes on the disk; `None` if unlimited.
    room: Option<usize>,
}

static RECORDS: Mutex<Vec<Record>> = Mutex::new(Vec::new());

/// Runs a closure on the record of the folder that contains `path`, if any.
fn with<T>(path: &Path, does: impl FnOnce(&mut Record) -> T) -> Option<T> {
    let mut records = RECORDS.lock().unwrap_or_else(PoisonError::into_inner);
    records.iter_mut().find(|record| path.starts_with(&record.folder)).map(does)
}

/// Seeded random number generator.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// Fate of unsynced data.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Unsynced {
    Lost,
    /// Each sector survives at random, regardless of write order.
    Torn,
    Kept,
}

impl Unsynced {
    fn survives(self, chance: &mut Chance) -> bool {
        match self {
            Unsynced::Lost => false,
            Unsynced::Torn => chance.below(2) == 0,
            Unsynced::Kept => true,
        }
    }
}

/// A file on the simulated disk.
#[derive(Default)]
struct Kept<'a> {
    bytes: Option<Vec<u8>>,
    /// Operations since the last sync.
    pending: Vec<&'a Step>,
}

impl Kept<'_> {
    /// Applies the pending operations that survive.
    fn settle(&mut self, unsynced: Unsynced, chance: &mut Chance) {
        for step in self.pending.drain(..) {
            match step {
                Step::Wrote { offset, bytes } => {
                    for (number, sector) in bytes.chunks(SECTOR).enumerate() {
                        if unsynced.survives(chance) {
                            let (file, at) =
                                (self.bytes.get_or_insert_default(), offset + number * SECTOR);
                            file.resize(file.len().max(at + sector.len()), 0);
                            file[at..at + sector.len()].copy_from_slice(sector);
                        }
                    }
                }
                Step::Cut { length } if unsynced.survives(chance) => {
                    self.bytes.get_or_insert_default().resize(*length, 0);
                }
                Step::Removed { .. } if unsynced.survives(chance) => self.bytes = None,
                _ => {}
            }
        }
    }
}

/// Syncs the folder, which makes removals durable.
fn settle_removed(files: &mut BTreeMap<&Path, Kept<'_>>) {
    for file in files.values_mut() {
        let removed = |step: &&Step| matches!(step, Step::Removed { .. });
        if let Some(last) = file.pending.iter().rposition(removed) {
            file.bytes = None;
            file.pending.drain(..=last);
        }
    }
}

/// Recording of a folder; ends on drop.
pub(crate) struct Recording(PathBuf);

impl Recording {
    /// Starts recording SQLite's operations on the files of this folder.
    pub(crate) fn of(folder: &Path) -> Recording {
        static REGISTERED: Once = Once::new();
        REGISTERED.call_once(register);
        // SQLite uses canonical names.
        let folder = folder.canonicalize().unwrap();
        let record = Record { folder: folder.clone(), steps: Vec::new(), room: None };
        RECORDS.lock().unwrap_or_else(PoisonError::into_inner).push(record);
        Recording(folder)
    }

    /// Number of operations so far.
    pub(crate) fn position(&self) -> usize {
        with(&self.0, |record| record.steps.len()).unwrap()
    }

    /// Sets the free bytes of the disk; `None` for unlimited.
    pub(crate) fn set_room(&self, bytes: Option<usize>) {
        with(&self.0, |record| record.room = bytes).unwrap();
    }

    /// Writes the disk image after a power failure at a position.
    pub(crate) fn cut(&self, position: usize, unsynced: Unsynced, chance: &mut Chance, to: &Path) {
        with(&self.0, |record| {
            let mut files: BTreeMap<&Path, Kept<'_>> = BTreeMap::new();
            for (path, step) in &record.steps[..position] {
                if let Step::Synced { folder: true } = step {
                    settle_removed(&mut files);
                }
                let file = files.entry(path).or_default();
                match step {
                    Step::Synced { .. } => file.settle(Unsynced::Kept, chance),
                    Step::Removed { synced: true } => *file = Kept::default(),
                    other => file.pending.push(other),
                }
            }
            for (path, mut file) in files {
                file.settle(unsynced, chance);
                if let Some(bytes) = file.bytes {
                    std::fs::write(to.join(path.file_name().unwrap()), bytes).unwrap();
                }
            }
        })
        .unwrap();
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        RECORDS.lock().unwrap_or_else(PoisonError::into_inner).retain(|r| r.folder != self.0);
    }
}

/// The system's VFS, which does the work.
static REAL: AtomicPtr<ffi::sqlite3_vfs> = AtomicPtr::new(null_mut());

/// File handle; the system's own handle follows it in memory.
#[repr(C)]
struct File {
    base: ffi::sqlite3_file,
    /// Path of a recorded file; null otherwise.
    path: *mut PathBuf,
    /// Possibly a new journal: the first sync of a journal also syncs its folder.
    fresh: bool,
}

/// Registers this VFS as SQLite's default.
fn register() {
    // SAFETY: the table is a leaked copy of the system's; apart from the replaced functions, its functions do
    // not depend on the table's address.
    unsafe {
        let real = ffi::sqlite3_vfs_find(std::ptr::null());
        REAL.store(real, Ordering::Release);
        let own = ffi::sqlite3_vfs {
            szOsFile: (*real).szOsFile + size_of::<File>() as c_int,
            zName: c"recorder".as_ptr(),
            pNext: null_mut(),
            xOpen: Some(open),
            xDelete: Some(delete),
            ..std::ptr::read(real)
        };
        let done = ffi::sqlite3_vfs_register(Box::leak(Box::new(own)), 1);
        assert_eq!(done, ffi::SQLITE_OK);
    }
}

/// Returns the system's handle behind ours.
fn inner(file: *mut ffi::sqlite3_file) -> *mut ffi::sqlite3_file {
    file.cast::<File>().wrapping_add(1).cast()
}

/// Returns the path if the file is recorded.
///
/// # Safety
/// [`open`] must have opened the file.
unsafe fn path<'a>(file: *mut ffi::sqlite3_file) -> Option<&'a PathBuf> {
    // SAFETY: `open` has set the path, and only `close` frees it.
    unsafe { (*file.cast::<File>()).path.as_ref() }
}

/// Converts a file name from SQLite to a path.
///
/// # Safety
/// The name is null or a null-terminated string.
unsafe fn named(name: *const c_char) -> Option<PathBuf> {
    if name.is_null() {
        return None;
    }
    // SAFETY: guaranteed by the caller.
    let name = unsafe { CStr::from_ptr(name) };
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes())))
}

unsafe extern "C" fn open(
    _: *mut ffi::sqlite3_vfs,
    name: *const c_char,
    file: *mut ffi::sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    let real = REAL.load(Ordering::Acquire);
    // SAFETY: SQLite allocates `szOsFile` bytes, and the name is null-terminated.
    unsafe {
        let own = file.cast::<File>();
        let base = ffi::sqlite3_file { pMethods: std::ptr::null() };
        let journal = ffi::SQLITE_OPEN_WAL | ffi::SQLITE_OPEN_MAIN_JOURNAL;
        let fresh = flags & ffi::SQLITE_OPEN_CREATE != 0 && flags & journal != 0;
        own.write(File { base, path: null_mut(), fresh });
        let done = (*real).xOpen.unwrap()(real, name, inner(file), flags, out);
        if done == ffi::SQLITE_OK {
            let known = named(name).filter(|path| with(path, |_| ()).is_some());
            (*own).path = known.map_or(null_mut(), |path| Box::into_raw(Box::new(path)));
            (*own).base.pMethods = &METHODS;
        }
        done
    }
}

unsafe extern "C" fn delete(_: *mut ffi::sqlite3_vfs, name: *const c_char, synced: c_int) -> c_int {
    let real = REAL.load(Ordering::Acquire);
    // SAFETY: the arguments come from SQLite's call of this method.
    unsafe {
        let done = (*real).xDelete.unwrap()(real, name, synced);
        if done == ffi::SQLITE_OK
            && let Some(path) = named(name)
        {
            let step = Step::Removed { synced: synced != 0 };
            with(&path, |record| record.steps.push((path.clone(), step)));
        }
        done
    }
}

unsafe extern "C" fn close(file: *mut ffi::sqlite3_file) -> c_int {
    // SAFETY: the path comes from a `Box`, and the file is not used afterwards.
    unsafe {
        let own = file.cast::<File>();
        if !(*own).path.is_null() {
            drop(Box::from_raw((*own).path));
        }
        (*(*inner(file)).pMethods).xClose.unwrap()(inner(file))
    }
}

unsafe extern "C" fn write(
    file: *mut ffi::sqlite3_file,
    bytes: *const c_void,
    length: c_int,
    offset: i64,
) -> c_int {
    // SAFETY: the arguments come from SQLite's call, for a file that `open` has opened.
    unsafe {
        let methods = &*(*inner(file)).pMethods;
        let Some(path) = path(file) else {
            return methods.xWrite.unwrap()(inner(file), bytes, length, offset);
        };
        let mut size = 0;
        methods.xFileSize.unwrap()(inner(file), &mut size);
        let grows = usize::try_from(offset + i64::from(length) - size).unwrap_or(0);
        let fits = with(path, |record| match &mut record.room {
            Some(room) if *room < grows => false,
            Some(room) => {
                *room -= grows;
                true
            }
            None => true,
        });
        if fits == Some(false) {
            return ffi::SQLITE_FULL;
        }
        let done = methods.xWrite.unwrap()(inner(file), bytes, length, offset);
        if done == ffi::SQLITE_OK {
            let bytes = std::slice::from_raw_parts(bytes.cast::<u8>(), length as usize).to_vec();
            let step = Step::Wrote { offset: offset as usize, bytes };
            with(path, |record| record.steps.push((path.clone(), step)));
        }
        done
    }
}

unsafe extern "C" fn truncate(file: *mut ffi::sqlite3_file, length: i64) -> c_int {
    // SAFETY: the arguments come from SQLite's call, for a file that `open` has opened.
    unsafe {
        let done = (*(*inner(file)).pMethods).xTruncate.unwrap()(inner(file), length);
        if done == ffi::SQLITE_OK
            && let Some(path) = path(file)
        {
            let step = Step::Cut { length: length as usize };
            with(path, |record| record.steps.push((path.clone(), step)));
        }
        done
    }
}

/// The real disk needs no sync; only the record matters.
unsafe extern "C" fn sync(file: *mut ffi::sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: the arguments come from SQLite's call, for a file that `open` has opened.
    unsafe {
        let Some(path) = path(file) else {
            return (*(*inner(file)).pMethods).xSync.unwrap()(inner(file), flags);
        };
        let folder = std::mem::take(&mut (*file.cast::<File>()).fresh);
        with(path, |record| record.steps.push((path.clone(), Step::Synced { folder })));
        ffi::SQLITE_OK
    }
}

/// Methods delegated to the system's file.
macro_rules! passed_on {
    ($($name:ident: $method:ident($($argument:ident: $type:ty),*) -> $result:ty;)+) => {$(
        unsafe extern "C" fn $name(file: *mut ffi::sqlite3_file $(, $argument: $type)*) -> $result {
            // SAFETY: the arguments come from SQLite's call, for a file that `open` has opened.
            unsafe { (*(*inner(file)).pMethods).$method.unwrap()(inner(file) $(, $argument)*) }
        }
    )+};
}

passed_on! {
    read: xRead(bytes: *mut c_void, length: c_int, offset: i64) -> c_int;
    file_size: xFileSize(size: *mut i64) -> c_int;
    lock: xLock(level: c_int) -> c_int;
    unlock: xUnlock(level: c_int) -> c_int;
    is_reserved: xCheckReservedLock(answer: *mut c_int) -> c_int;
    control: xFileControl(what: c_int, argument: *mut c_void) -> c_int;
    sector_size: xSectorSize() -> c_int;
    characteristics: xDeviceCharacteristics() -> c_int;
    map_shared: xShmMap(page: c_int, size: c_int, extend: c_int, at: *mut *mut c_void) -> c_int;
    lock_shared: xShmLock(offset: c_int, number: c_int, flags: c_int) -> c_int;
    barrier: xShmBarrier() -> ();
    unmap_shared: xShmUnmap(delete: c_int) -> c_int;
}

/// Version 2 has no memory-mapped access, which would bypass these functions.
static METHODS: ffi::sqlite3_io_methods = ffi::sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(is_reserved),
    xFileControl: Some(control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(characteristics),
    xShmMap: Some(map_shared),
    xShmLock: Some(lock_shared),
    xShmBarrier: Some(barrier),
    xShmUnmap: Some(unmap_shared),
    xFetch: None,
    xUnfetch: None,
};
