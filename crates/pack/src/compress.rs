//! Compresses the page's files: `NAME.br` and `NAME.gz` beside each large enough.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Minimum size, in bytes, for compression.
const MIN_SIZE: usize = 1024;

/// Compresses the files of a folder.
pub(crate) fn compress(folder: &Path) -> Result<(), Box<dyn Error>> {
    let paths: Result<Vec<_>, _> = fs::read_dir(folder)?.map(|e| e.map(|e| e.path())).collect();
    for path in paths? {
        let bytes = fs::read(&path)?;
        if bytes.len() >= MIN_SIZE {
            for (ending, packed) in [("br", brotli(&bytes)?), ("gz", gzip(&bytes)?)] {
                fs::write(format!("{}.{ending}", path.display()), packed)?;
            }
        }
    }
    Ok(())
}

fn gzip(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    gzip.write_all(bytes)?;
    gzip.finish()
}

fn brotli(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut sent = Vec::new();
    let mut brotli = brotli::CompressorWriter::new(&mut sent, 4096, 11, 22);
    brotli.write_all(bytes)?;
    brotli.flush()?;
    drop(brotli);
    Ok(sent)
}
