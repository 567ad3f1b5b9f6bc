//! Zero-copy access to the caller's arrays.
#![allow(unsafe_code)]

use pyo3::buffer::{Element, PyBuffer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use upcard_gym::Mask;
use upcard_gym::numbers::COUNT;

/// Pinned memory of an array.
pub(crate) struct Array<T: Element> {
    buffer: PyBuffer<T>,
    start: *mut T,
    len: usize,
}

// SAFETY: the memory belongs to a held buffer, and is accessed only by `slice`.
unsafe impl<T: Element> Send for Array<T> {}

impl<T: Element> Array<T> {
    /// Acquires a contiguous buffer of this type.
    pub(crate) fn of(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Array<T>> {
        let buffer = PyBuffer::<T>::get(given)
            .map_err(|error| PyValueError::new_err(format!("{what}: {error}")))?;
        let Some(memory) = buffer.as_slice_ptr() else {
            return Err(PyValueError::new_err(format!("{what}: not C-contiguous")));
        };
        let (start, len) = (memory.as_ptr().cast::<T>(), memory.len());
        Ok(Array { buffer, start, len })
    }

    /// The same, writable.
    pub(crate) fn acquire_mutable(given: &Bound<'_, PyAny>, what: &str) -> PyResult<Array<T>> {
        let array = Array::of(given, what)?;
        match array.buffer.readonly() {
            false => Ok(array),
            true => Err(PyValueError::new_err(format!("{what}: not writable"))),
        }
    }

    pub(crate) fn values(&self, py: Python<'_>) -> PyResult<Vec<T>> {
        self.buffer.to_vec(py)
    }

    fn span(&self) -> (usize, usize) {
        let start = self.start as usize;
        (start, start + self.len * size_of::<T>())
    }

    /// Mutable access to the memory.
    ///
    /// # Safety
    /// No two slices of the same memory may exist at once, and no Python code may use the array meanwhile.
    unsafe fn slice(&mut self) -> &mut [T] {
        if self.len == 0 {
            return &mut [];
        }
        // SAFETY: the buffer is held, contiguous and of this type; the caller guarantees the rest.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.len) }
    }
}

/// Output arrays for a step of many matches.
pub(crate) struct OutputArrays {
    observations: Array<i16>,
    masks: Array<u8>,
    rewards: Array<f32>,
    over: Array<u8>,
    seats: Array<u8>,
    finals: Option<Array<i16>>,
}

impl OutputArrays {
    /// Acquires non-overlapping arrays; `finals` is optional.
    pub(crate) fn of(
        given: [&Bound<'_, PyAny>; 5],
        finals: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<OutputArrays> {
        let [observations, masks, rewards, over, seats] = given;
        let places = OutputArrays {
            observations: Array::acquire_mutable(observations, "observations")?,
            masks: Array::acquire_mutable(masks, "masks")?,
            rewards: Array::acquire_mutable(rewards, "rewards")?,
            over: Array::acquire_mutable(over, "over")?,
            seats: Array::acquire_mutable(seats, "seats")?,
            finals: finals.map(|finals| Array::acquire_mutable(finals, "finals")).transpose()?,
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

    /// Returns their memory. As with NumPy's own functions, no other thread may use the arrays during a step.
    pub(crate) fn stepping(&mut self) -> upcard_gym::StepBuffers<'_> {
        // SAFETY: they do not overlap, and are borrowed for the lifetime of the result.
        unsafe {
            upcard_gym::StepBuffers {
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

/// Writes 16-bit integers to the caller's array.
pub(crate) fn write(
    given: &Bound<'_, PyAny>,
    what: &str,
    values: impl FnOnce(&mut [i16]) -> bool,
) -> PyResult<()> {
    let mut array = Array::<i16>::acquire_mutable(given, what)?;
    // SAFETY: this is the only slice, and Python does not run while this thread is attached.
    if values(unsafe { array.slice() }) {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{what}: does not have the size of the layout")))
}

/// Creates an array of 16-bit integers with these values.
pub(crate) fn numbers<'py>(
    py: Python<'py>,
    size: usize,
    values: impl FnOnce(&mut [i16]) -> bool,
) -> PyResult<Bound<'py, PyAny>> {
    let array = py.import("numpy")?.call_method1("zeros", (size, "int16"))?;
    write(&array, "array", values)?;
    Ok(array)
}

/// Creates an array of booleans, one per number of the action space.
pub(crate) fn mask<'py>(py: Python<'py>, mask: &Mask) -> PyResult<Bound<'py, PyAny>> {
    let open: Vec<u8> = (0..COUNT as u8).map(|number| u8::from(mask.has(number))).collect();
    let bytes = PyByteArray::new(py, &open);
    py.import("numpy")?.call_method1("frombuffer", (bytes, "bool"))
}
