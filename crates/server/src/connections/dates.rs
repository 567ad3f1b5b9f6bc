//! HTTP dates.

use std::time::{Duration, UNIX_EPOCH};

/// Start of the year 10000, which HTTP dates cannot represent.
const YEAR_10000: i64 = 253_402_300_800;

/// Formats milliseconds since 1970 as an RFC 9110 date; `None` before 1970 or from the year 10000 on.
pub(crate) fn http(at: i64) -> Option<String> {
    let seconds = at.div_euclid(1000);
    let seconds = u64::try_from(seconds).ok().filter(|_| seconds < YEAR_10000)?;
    Some(httpdate::fmt_http_date(UNIX_EPOCH + Duration::from_secs(seconds)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_formatted_as_http_dates() {
        for (seconds, date) in [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (1_709_251_199, "Thu, 29 Feb 2024 23:59:59 GMT"),
            (1_735_689_599, "Tue, 31 Dec 2024 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
            (YEAR_10000 - 1, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] {
            assert_eq!(http(seconds * 1000 + 999).as_deref(), Some(date));
        }
        for at in [i64::MIN, -1, YEAR_10000 * 1000, i64::MAX] {
            assert_eq!(http(at), None);
        }
    }
}
