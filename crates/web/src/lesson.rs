//! Lessons: the list, and a lesson played at a table of its own, drawn by the table's components in place of
//! the page's match. The client crate decides what is asked and which answers count.

use leptos::prelude::*;
use upcard_client::lessons::{Course, Follows, Learnt, Lesson, Tried};
use upcard_client::prompt::Does;

use crate::board::Board;
use crate::browser;
use crate::hand::HandView;
use crate::later::{self, Part};
use crate::prompt::Prompt;
use crate::store::{App, Overlay};
use crate::table::Seats;
use crate::text::tr;

/// Storage key for finished lessons.
const KEPT: &str = "upcard.lessons";

/// Pause after another player's move, in milliseconds.
const LOOK: u32 = 700;

fn learnt() -> Learnt {
    browser::stored(KEPT).map_or(Learnt::default(), |text| Learnt::read(&text))
}

fn note(course: Course) {
    let mut all = learnt();
    all.note(course);
    browser::store(KEPT, &all.text());
}

fn title(course: Course) -> String {
    tr!(&format!("lesson-{}", course.word()))
}

#[component]
pub(crate) fn LessonsSheet() -> impl IntoView {
    let app = App::get();
    let learnt = learnt();
    let one = move |course: Course| {
        let below = if learnt.has(course) {
            tr!("lesson-played")
        } else {
            tr!(&format!("lesson-{}-sub", course.word()))
        };
        view! {
            <button class="btn big" class=("done", learnt.has(course)) on:click=move |_| app.show(Overlay::Lesson(course))>
                <b>{title(course)}</b><small>{below}</small></button>
        }
    };
    let (contracts, families) = Course::ALL.split_at(6);
    view! {
        <p class="hint">{tr!("lessons-words")}</p>
        <div class="list-of">{contracts.iter().copied().map(one).collect_view()}</div>
        <h3>{tr!("lessons-families")}</h3>
        <div class="list-of">{families.iter().copied().map(one).collect_view()}</div>
    }
    .into_any()
}

/// Progress in a lesson.
#[derive(Clone, Copy)]
struct Learner {
    lesson: StoredValue<Lesson>,
    shown: App,
    /// Notified on changes.
    moved: RwSignal<()>,
}

impl Learner {
    fn with<T>(self, look: impl FnOnce(&Lesson) -> T) -> T {
        self.moved.track();
        self.lesson.with_value(look)
    }

    /// Plays the others' moves one by one, then asks the next task.
    fn go_on(self) {
        // The sheet may have been closed.
        let Some(follows) = self.lesson.try_update_value(Lesson::follow) else { return };
        match follows {
            None => {
                if self.lesson.with_value(Lesson::is_over) {
                    note(self.lesson.with_value(Lesson::course));
                }
                self.moved.set(());
                return;
            }
            Some(Follows::Messages(messages)) => self.shown.learn(messages),
            Some(Follows::Position(session)) => self.shown.look(*session),
        }
        self.moved.set(());
        let asks = self.lesson.with_value(Lesson::asks);
        browser::later(if asks { 0 } else { LOOK }, move || self.go_on());
    }

    fn take(self, message: &upcard_client::wire::ClientMessage) {
        let tried = self.lesson.try_update_value(|lesson| lesson.take(message)).flatten();
        match tried {
            None => {}
            Some(Tried::Refused(why)) => self.shown.learn(vec![why]),
            Some(Tried::NotThat) => {
                let id = self.lesson.with_value(|lesson| word(lesson, "-no"));
                self.shown.not_that(tr!(&id));
            }
            Some(Tried::Done(messages)) => {
                self.shown.learn(messages);
                self.moved.set(());
                let over = self.lesson.with_value(Lesson::is_over);
                browser::later(if over { 0 } else { LOOK }, move || self.go_on());
            }
        }
    }
}

/// Returns the text id for a task.
fn word(lesson: &Lesson, of: &str) -> String {
    format!("lesson-{}-{}{of}", lesson.course().word(), lesson.task())
}

#[component]
pub(crate) fn LessonSheet(
    /// Which lesson.
    course: Course,
) -> impl IntoView {
    let app = App::get();
    let lesson = match Lesson::begin(app.library(), course) {
        Ok(lesson) => lesson,
        Err(error) => {
            return view! { <p class="notice" role="alert">{error.to_string()}</p> }.into_any();
        }
    };
    let session = lesson.session();
    let lesson = StoredValue::new(lesson);
    let moved = RwSignal::new(());
    let learner = StoredValue::new(None::<Learner>);
    let sink = Callback::new(move |message| {
        let learner = learner.try_get_value().flatten();
        learner.iter().for_each(|learner| learner.take(&message));
    });
    let shown = app.learning(session.clone(), sink);
    let own = Learner { lesson, shown, moved };
    learner.set_value(Some(own));
    shown.look(session);
    // The components below draw this lesson instead of the page's own match.
    provide_context(shown);
    shown.let_plan();
    browser::later(0, move || own.go_on());
    let said = move || {
        own.with(|lesson| {
            if lesson.is_over() {
                tr!(&format!("lesson-{}-end", course.word()))
            } else if lesson.asks() {
                tr!(&word(lesson, ""))
            } else {
                tr!("lesson-others")
            }
        })
    };
    let place = move || {
        own.with(|lesson| {
            let (number, count) = (lesson.task().min(lesson.tasks()), lesson.tasks());
            tr!("lesson-place", lesson = title(course), number = number, count = count)
        })
    };
    let over = move || own.with(Lesson::is_over);
    let show = move |_| {
        let answer = lesson.with_value(|lesson| lesson.answer().cloned());
        answer.into_iter().for_each(|action| {
            shown.close_draft();
            shown.carry_out(Does::LayDown(action));
        });
    };
    let next = Course::ALL.iter().copied().skip_while(move |one| *one != course).nth(1);
    // Cards are tapped here: dragging would act on the page's own match.
    let still = move |event: web_sys::PointerEvent| event.stop_propagation();
    let sheet = move || shown.overlay().get();
    view! {
        <section class="task" aria-label=tr!("lessons")>
                // Before the text, which wraps around them if space is short.
                <div class="buttons">
                    {move || (!over()).then(|| view! {
                        <button class="btn" disabled=move || !own.with(Lesson::asks) on:click=show>{tr!("lesson-show")}</button>
                        <button class="btn leaves" on:click=move |_| app.show(Overlay::Lessons)>{tr!("lesson-leave")}</button>
                    })}
                    {move || over().then(|| view! {
                        {next.map(|next| view! {
                            <button class="btn go" on:click=move |_| app.show(Overlay::Lesson(next))>{tr!("lesson-next", lesson = title(next))}</button>
                        })}
                        <button class="btn" on:click=move |_| app.show(Overlay::Lessons)>{tr!("lesson-all")}</button>
                    })}
                </div>
                <p aria-live="polite"><small>{place}</small><b>{said}</b></p>
            </section>
        <div class="table lesson" on:pointerdown:capture=still>
            <Seats/>
            <Board/>
            {move || (!over()).then(|| view! { <Prompt/> })}
            <HandView/>
        </div>
        {move || sheet().map(|overlay| view! {
            <section class="over-lesson">
                <div class="buttons"><button class="btn" on:click=move |_| shown.close_sheet()>{tr!("close")}</button></div>
                {later::part(shown.second(), Part::Sheet(overlay))}
            </section>
        })}
    }
    .into_any()
}
