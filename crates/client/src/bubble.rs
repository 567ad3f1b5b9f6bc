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
    fn shares(self, other: Area) -> i32 {
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
const GAP: i32 = 8;

/// Minimum height if space is short; the content then scrolls.
const LOW: i32 = 96;

/// Minimum distance of the tail from the corners.
const CORNER: i32 = 22;

/// Places a bubble of this size on a screen of this size. It points at `target` and also refers to `spoken`;
/// `dear` is kept clear if possible.
#[must_use]
pub fn place(
    screen: (i32, i32),
    size: (i32, i32),
    target: Area,
    spoken: &[Area],
    dear: &[Area],
) -> Bubble {
    let width = size.0.min(screen.0 - 2 * GAP);
    let lefts = [target.left + (target.width - width) / 2, GAP, screen.0 - GAP - width];
    let mut best: Option<((i32, i32, i32), Area)> = None;
    for left in lefts.map(|left| left.clamp(GAP, (screen.0 - GAP - width).max(GAP))) {
        for (top, bottom) in strips(screen.1, (left, width), target, spoken) {
            let height = size.1.min(bottom - top);
            if height < LOW.min(size.1) {
                continue;
            }
            let edges = dear.iter().flat_map(|area| [area.bottom() + GAP, area.top - GAP - height]);
            for at in edges.chain([top, bottom - height]) {
                let area = Area { left, top: at.clamp(top, bottom - height), width, height };
                let covers = dear.iter().map(|other| area.shares(*other)).sum::<i32>();
                let away = (target.top - area.bottom()).max(area.top - target.bottom()).max(0);
                let cost = (size.1 - height, covers, away);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, area));
                }
            }
        }
    }
    let low = Area { left: GAP, top: GAP, width, height: size.1.min(LOW) };
    let area = best.map_or(low, |(_, area)| area);
    let middle = target.left + target.width / 2 - area.left;
    Bubble {
        area,
        points_down: area.top < target.top,
        tail: middle.clamp(CORNER, (width - CORNER).max(CORNER)),
    }
}

/// Vertical strips of a screen column that are free of what the bubble refers to.
fn strips(
    height: i32,
    (left, width): (i32, i32),
    target: Area,
    spoken: &[Area],
) -> Vec<(i32, i32)> {
    let column = Area { left, top: 0, width, height };
    let mut free = vec![(GAP, height - GAP)];
    let taken = std::iter::once(&target).chain(spoken).filter(|area| column.shares(**area) > 0);
    for area in taken {
        let (top, bottom) = (area.top - GAP, area.bottom() + GAP);
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
            assert_eq!(
                bubble.area.shares(*area),
                0,
                "{:?}: {bubble:?} over {area:?}",
                phone.screen
            );
        }
    }

    #[test]
    fn it_never_lies_over_what_it_speaks_of() {
        for phone in phones() {
            let size = (300, 150);
            let dear = [phone.prompt, phone.others];
            let place = |target, spoken: &[Area]| place(phone.screen, size, target, spoken, &dear);
            let prompt = [phone.prompt];
            clear(&phone, place(phone.hand, &prompt), &[phone.hand, phone.prompt]);
            clear(&phone, place(phone.contract, &prompt), &[phone.contract, phone.prompt]);
            clear(&phone, place(phone.piles, &[phone.hand]), &[phone.piles, phone.hand]);
            let bought = place(phone.piles, &[phone.prompt]);
            clear(&phone, bought, &[phone.piles, phone.prompt]);
            let laid = place(phone.melds, &[phone.hand]);
            clear(&phone, laid, &[phone.melds, phone.hand]);
        }
    }

    #[test]
    fn its_tail_points_at_the_thing() {
        let phone = phone(390, 844);
        let below = place(phone.screen, (300, 150), phone.contract, &[], &[phone.others]);
        assert!(!below.points_down && below.area.top == phone.contract.bottom() + GAP, "{below:?}");
        let above = place(phone.screen, (300, 150), phone.hand, &[], &[phone.prompt]);
        assert!(above.points_down, "{above:?}");
        let right = place(phone.screen, (200, 100), phone.piles, &[], &[]);
        assert_eq!(right.area.left + right.tail, phone.piles.left + phone.piles.width / 2);
    }

    #[test]
    fn where_room_is_short_it_is_lower_and_scrolls() {
        let hand = area(0, 200, 320, 368);
        let bubble = place((320, 568), (300, 260), hand, &[], &[]);
        assert_eq!((bubble.area.top, bubble.area.bottom()), (GAP, 200 - GAP));
        assert!(bubble.points_down);
    }
}
