//! Least squares.

/// Linear least-squares regression: accumulates the sums of products of features with each other and with the
/// target.
pub struct LeastSquares<const N: usize> {
    products: [[f64; N]; N],
    targets: [f64; N],
}

impl<const N: usize> Default for LeastSquares<N> {
    fn default() -> LeastSquares<N> {
        LeastSquares { products: [[0.0; N]; N], targets: [0.0; N] }
    }
}

impl<const N: usize> LeastSquares<N> {
    /// Adds a sample.
    pub fn add(&mut self, features: &[f64; N], target: f64) {
        for (row, one) in self.products.iter_mut().zip(features) {
            for (cell, other) in row.iter_mut().zip(features) {
                *cell += one * other;
            }
        }
        for (cell, one) in self.targets.iter_mut().zip(features) {
            *cell += one * target;
        }
    }

    /// Solves for the weights. Redundant features get weight zero.
    #[must_use]
    pub fn weights(mut self) -> [f64; N] {
        // A small ridge term keeps nearly collinear features apart.
        for at in 0..N {
            self.products[at][at] += 1e-6 * self.products[at][at] + 1e-9;
        }
        for at in 0..N {
            let best = (at..N)
                .max_by(|a, b| self.products[*a][at].abs().total_cmp(&self.products[*b][at].abs()));
            let best = best.unwrap_or(at);
            self.products.swap(at, best);
            self.targets.swap(at, best);
            let pivot = self.products[at][at];
            if pivot.abs() < 1e-12 {
                continue;
            }
            for row in 0..N {
                if row != at {
                    let share = self.products[row][at] / pivot;
                    for column in at..N {
                        self.products[row][column] -= share * self.products[at][column];
                    }
                    self.targets[row] -= share * self.targets[at];
                }
            }
        }
        std::array::from_fn(|at| {
            let pivot = self.products[at][at];
            if pivot.abs() < 1e-12 { 0.0 } else { self.targets[at] / pivot }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_a_linear_function_are_recovered() {
        let mut squares = LeastSquares::default();
        for number in 0..200u32 {
            let x = f64::from(number % 7) - 3.0;
            let y = f64::from(number % 11) - 5.0;
            squares.add(&[x, y, 0.0], 2.0 * x - 0.5 * y);
        }
        let [x, y, nothing] = squares.weights();
        assert!((x - 2.0).abs() < 1e-4 && (y + 0.5).abs() < 1e-4 && nothing == 0.0, "{x} {y}");
    }
}
