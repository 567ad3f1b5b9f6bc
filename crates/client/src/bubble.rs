//! Placement of a bubble that points at something on screen: next to its target, never over what it refers
//! to, and covering as little else as possible.

/// A rectangle on screen, in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Area {
    /// Left edge.
    pub left: i32,
    /// Top edge.
    pub top: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
}

impl Area {
    const fn right(self) -> i32 {
        self.left + self.width
    }

    const fn bottom(self) -> i32 {
        self.top + self.height
    }

    /// Area of the intersection, in pixels.
    fn overlap(self, other: Area) -> i32 {
        let wide = self.right().min(other.right()) - self.left.max(other.left);
        let high = self.bottom().min(other.bottom()) - self.top.max(other.top);
        wide.max(0) * high.max(0)
    }
}

/// Position of a bubble and of its tail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bubble {
    /// The bubble's rectangle; overflowing content scrolls.
    pub area: Area,
    /// `true` if the tail is at the bottom edge, with the target below.
    pub points_down: bool,
    /// Distance of the tail from the left edge.
    pub tail: i32,
}

/// Distance from the edges of the screen and from what the bubble refers to.
const MARGIN: i32 = 8;

/// Minimum height if space is short; the content then scrolls.
const MIN_HEIGHT: i32 = 96;

/// Minimum distance of the tail from the corners.
const TAIL_INSET: i32 = 22;

/// Places a bubble of this size on a screen of this size. It points at `target` and also refers to `mentioned`;
/// `preferred_clear` is kept clear if possible.
#[must_use]
pub fn place(
    screen: (i32, i32),
    size: (i32, i32),
    target: Area,
    mentioned: &[Area],
    preferred_clear: &[Area],
) -> Bubble {
    let width = size.0.min(screen.0 - 2 * MARGIN);
    let lefts = [target.left + (target.width - width) / 2, MARGIN, screen.0 - MARGIN - width];
    let mut best: Option<((i32, i32, i32), Area)> = None;
    for left in lefts.map(|left| left.clamp(MARGIN, (screen.0 - MARGIN - width).max(MARGIN))) {
        for (top, bottom) in strips(screen.1, (left, width), target, mentioned) {
            let height = size.1.min(bottom - top);
            if height < MIN_HEIGHT.min(size.1) {
                continue;
            }
            let edges = preferred_clear
                .iter()
                .flat_map(|area| [area.bottom() + MARGIN, area.top - MARGIN - height]);
            for at in edges.chain([top, bottom - height]) {
                let area = Area { left, top: at.clamp(top, bottom - height), width, height };
                let covers = preferred_clear.iter().map(|other| area.overlap(*other)).sum::<i32>();
                let away = (target.top - area.bottom()).max(area.top - target.bottom()).max(0);
                let cost = (size.1 - height, covers, away);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, area));
                }
            }
        }
    }
    let low = Area { left: MARGIN, top: MARGIN, width, height: size.1.min(MIN_HEIGHT) };
    let area = best.map_or(low, |(_, area)| area);
    let middle = target.left + target.width / 2 - area.left;
    Bubble {
        area,
        points_down: area.top < target.top,
        tail: middle.clamp(TAIL_INSET, (width - TAIL_INSET).max(TAIL_INSET)),
    }
}

/// Vertical strips of a screen column that are free of what the bubble refers to.
fn strips(
    height: i32,
    (left, width): (i32, i32),
    target: Area,
    mentioned: &[Area],
) -> Vec<(i32, i32)> {
    let column = Area { left, top: 0, width, height };
    let mut free = vec![(MARGIN, height - MARGIN)];
    let taken = std::iter::once(&target).chain(mentioned).filter(|area| column.overlap(**area) > 0);
    for area in taken {
        let (top, bottom) = (area.top - MARGIN, area.bottom() + MARGIN);
        free = free
            .into_iter()
            .flat_map(|(from, to)| [(from, to.min(top)), (from.max(bottom), to)])
            .filter(|(from, to)| from < to)
            .collect();
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn area(left: i32, top: i32, width: i32, height: i32) -> Area {
        Area { left, top, width, height }
    }

    /// Layout of a phone from the top: opponents, contract, melds with the piles beside them, prompt, hand.
    struct Phone {
        screen: (i32, i32),
        others: Area,
        contract: Area,
        melds: Area,
        piles: Area,
        prompt: Area,
        hand: Area,
    }

    fn phone(width: i32, height: i32) -> Phone {
        let (prompt, hand) = (height - 250, height - 138);
        Phone {
            screen: (width, height),
            others: area(0, 48, width, 70),
            contract: area(8, 122, width - 16, 40),
            melds: area(8, 168, width - 100, prompt - 176),
            piles: area(width - 88, 168, 80, 190.min(prompt - 176)),
            prompt: area(0, prompt, width, 112),
            hand: area(0, hand, width, 138),
        }
    }

    fn phones() -> [Phone; 3] {
        [phone(320, 568), phone(390, 844), phone(1280, 800)]
    }

    /// Asserts that the bubble is on screen and clear of these areas.
    fn clear(phone: &Phone, bubble: Bubble, of: &[Area]) {
        let Area { left, top, .. } = bubble.area;
        assert!(left >= 0 && top >= 0, "{bubble:?}");
        assert!(bubble.area.right() <= phone.screen.0 && bubble.area.bottom() <= phone.screen.1);
        for area in of {
            let overlap = bubble.area.overlap(*area);
            assert_eq!(overlap, 0, "{:?}: {bubble:?} over {area:?}", phone.screen);
        }
    }

    #[test]
    fn bubble_never_covers_its_targets() {
        for phone in phones() {
            let size = (300, 150);
            let preferred_clear = [phone.prompt, phone.others];
            let place = |target, mentioned: &[Area]| {
                place(phone.screen, size, target, mentioned, &preferred_clear)
            };
            for (target, mentioned) in [
                (phone.hand, phone.prompt),
                (phone.contract, phone.prompt),
                (phone.piles, phone.hand),
                (phone.piles, phone.prompt),
                (phone.melds, phone.hand),
            ] {
                clear(&phone, place(target, &[mentioned]), &[target, mentioned]);
            }
        }
    }

    #[test]
    fn tail_points_at_the_target() {
        let phone = phone(390, 844);
        let below = place(phone.screen, (300, 150), phone.contract, &[], &[phone.others]);
        assert!(!below.points_down, "{below:?}");
        assert_eq!(below.area.top, phone.contract.bottom() + MARGIN, "{below:?}");
        let above = place(phone.screen, (300, 150), phone.hand, &[], &[phone.prompt]);
        assert!(above.points_down, "{above:?}");
        let right = place(phone.screen, (200, 100), phone.piles, &[], &[]);
        assert_eq!(right.area.left + right.tail, phone.piles.left + phone.piles.width / 2);
    }

    #[test]
    fn bubble_shrinks_and_scrolls_in_little_space() {
        let hand = area(0, 200, 320, 368);
        let bubble = place((320, 568), (300, 260), hand, &[], &[]);
        assert_eq!((bubble.area.top, bubble.area.bottom()), (MARGIN, 200 - MARGIN));
        assert!(bubble.points_down);
    }
}
