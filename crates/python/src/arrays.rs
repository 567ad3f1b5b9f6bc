//! Arrays of the caller, which are written without a copy.
#![allow(unsafe_code)]

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use upcard_gym::Mask;
use upcard_gym::numbers::COUNT;

/// The memory of an array, which stays where it is while this lives.
pub(crate) struct Array<T: Element> {
    buffer: PyBuffer<T>,
    start: *mut T,
    len: usize,
}

// SAFETY: the memory belongs to a buffer that is held, and is only used by `slices` and `Array::values`.
unsafe impl<T: Element> Send for Array<T> {}

impl<T: Element> Array<T> {
    /// The array behind an object with the buffer protocol: of this type, in one piece.
    pub(crate) fn of(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Array<T>> {
        let buffer = PyBuffer::<T>::get(given)
            .map_err(|error| PyValueError::new_err(format!("{what}: {error}")))?;
        let Some(memory) = buffer.as_slice_ptr() else {
            return Err(PyValueError::new_err(format!("{what}: not in one piece (C-contiguous)")));
        };
        let (start, len) = (memory.as_ptr().cast::<T>(), memory.len());
        Ok(Array { buffer, start, len })
    }

    /// The same, to be written to.
    pub(crate) fn to_write(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Array<T>> {
        let array = Array::of(given, what)?;
        match array.buffer.readonly() {
            false => Ok(array),
            true => Err(PyValueError::new_err(format!("{what}: cannot be written to"))),
        }
    }

    /// A copy of its values.
    pub(crate) fn values(&self) -> Vec<T> {
        if self.len == 0 {
            return Vec::new();
        }
        // SAFETY: the buffer is held, its memory is of this type and in one piece, and Python has no thread of
        // its own running while this one is attached.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }.to_vec()
    }

    fn span(&self) -> (usize, usize) {
        let start = self.start as usize;
        (start, start + self.len * size_of::<T>())
    }

    /// The memory, to be written to.
    ///
    /// # Safety
    /// No two slices of one memory may live at once, and no Python code may use the array meanwhile.
    unsafe fn slice(&mut self) -> &mut [T] {
        if self.len == 0 {
            return &mut [];
        }
        // SAFETY: the buffer is held, its memory is of this type and in one piece; the rest is the caller's.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.len) }
    }
}

/// The arrays that a step of many matches is written to.
pub(crate) struct Places {
    observations: Array<i16>,
    masks: Array<u8>,
    rewards: Array<f32>,
    over: Array<u8>,
    seats: Array<u8>,
    finals: Option<Array<i16>>,
}

impl Places {
    /// Of arrays that do not overlap; the last is not always wanted.
    pub(crate) fn of(
        given: [&Bound<'_, PyAny>; 5],
        finals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Places> {
        let [observations, masks, rewards, over, seats] = given;
        let places = Places {
            observations: Array::to_write(observations, "observations")?,
            masks: Array::to_write(masks, "masks")?,
            rewards: Array::to_write(rewards, "rewards")?,
            over: Array::to_write(over, "over")?,
            seats: Array::to_write(seats, "seats")?,
            finals: finals.map(|finals| Array::to_write(finals, "finals")).transpose()?,
        };
        let mut spans = vec![
            places.observations.span(),
            places.masks.span(),
            places.rewards.span(),
            places.over.span(),
            places.seats.span(),
        ];
        spans.extend(places.finals.as_ref().map(Array::span));
        spans.sort_unstable();
        if spans.windows(2).any(|two| two[0].1 > two[1].0) {
            return Err(PyValueError::new_err("the arrays overlap"));
        }
        Ok(places)
    }

    /// Their memory. As with NumPy's own functions, no other thread may use the arrays while a step is written.
    pub(crate) fn stepping(&mut self) -> upcard_gym::Stepping<'_> {
        // SAFETY: they do not overlap, and are borrowed for as long as the result lives.
        unsafe {
            upcard_gym::Stepping {
                observations: self.observations.slice(),
                masks: self.masks.slice(),
                rewards: self.rewards.slice(),
                over: self.over.slice(),
                seats: self.seats.slice(),
                finals: self.finals.as_mut().map_or(&mut [], |finals| finals.slice()),
            }
        }
    }
}

/// Writes 16-bit numbers to an array of the caller.
pub(crate) fn write(
    given: &Bound<'_, PyAny>,
    what: &str,
    values: impl FnOnce(&mut [i16]) -> bool,
) -> PyResult<()> {
    let mut array = Array::<i16>::to_write(given, what)?;
    // SAFETY: it is the only slice, and Python does not run while this thread is attached.
    if values(unsafe { array.slice() }) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{what}: has another size than the layout")))
}

/// A new array of 16-bit integers, with what is written to it.
pub(crate) fn numbers<'py>(
    py: Python<'py>,
    size: usize,
    values: impl FnOnce(&mut [i16]) -> bool,
) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("numpy")?.call_method1("zeros", (size, "int16"))?;
    write(&array, "array", values)?;
    Ok(array)
}

/// A new array of booleans, one for each number of the action space.
pub(crate) fn mask<'py>(py: Python<'py>, mask: &Mask) -> PyResult<Bound<'py, PyAny>> {
    let open: Vec<u8> = (0..COUNT as u8).map(|number| u8::from(mask.has(number))).collect();
    let bytes = PyByteArray::new(py, &open);
    py.import("numpy")?.call_method1("frombuffer", (bytes, "bool"))
}
