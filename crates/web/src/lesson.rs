//! Lessons: the list, and a lesson played at a table of its own, drawn by the table's components in place of
//! the page's match. The client crate decides what is asked and which answers count.

use leptos::prelude::*;
use upcard_client::lessons::{Attempt, AutomaticStep, CompletedLessons, Course, Lesson};
use upcard_client::prompt::AnswerAction;

use crate::board::Board;
use crate::browser;
use crate::hand::HandView;
use crate::lazy::{self, LazyView};
use crate::prompt::Prompt;
use crate::store::{App, Overlay};
use crate::table::Seats;
use crate::text::tr;

/// Storage key for finished lessons.
const COMPLETED_KEY: &str = "upcard.lessons";

/// Pause after another player's move, in milliseconds.
const MOVE_PAUSE: u32 = 700;

fn completed_lessons() -> CompletedLessons {
    browser::stored(COMPLETED_KEY)
        .map_or(CompletedLessons::default(), |text| CompletedLessons::read(&text))
}

fn mark_completed(course: Course) {
    let mut all = completed_lessons();
    all.note(course);
    browser::store(COMPLETED_KEY, &all.text());
}

fn title(course: Course) -> String {
    tr!(&format!("lesson-{}", course.word()))
}

#[component]
pub(crate) fn LessonsSheet() -> impl IntoView {
    let app = App::get();
    let learnt = completed_lessons();
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
    fn advance(self) {
        // The sheet may have been closed.
        let Some(follows) = self.lesson.try_update_value(Lesson::advance) else { return };
        match follows {
            None => {
                if self.lesson.with_value(Lesson::is_over) {
                    mark_completed(self.lesson.with_value(Lesson::course));
                }
                self.moved.set(());
                return;
            }
            Some(AutomaticStep::Messages(messages)) => self.shown.apply_messages(messages),
            Some(AutomaticStep::Position(session)) => self.shown.show_session(*session),
        }
        self.moved.set(());
        let asks = self.lesson.with_value(Lesson::is_learners_turn);
        browser::set_timeout(if asks { 0 } else { MOVE_PAUSE }, move || self.advance());
    }

    fn handle_message(self, message: &upcard_client::wire::ClientMessage) {
        let tried = self.lesson.try_update_value(|lesson| lesson.handle_message(message)).flatten();
        match tried {
            None => {}
            Some(Attempt::Refused(why)) => self.shown.apply_messages(vec![why]),
            Some(Attempt::NotTheTask) => {
                let id = self.lesson.with_value(|lesson| word(lesson, "-no"));
                self.shown.reject_lesson_move(tr!(&id));
            }
            Some(Attempt::Done(messages)) => {
                self.shown.apply_messages(messages);
                self.moved.set(());
                let over = self.lesson.with_value(Lesson::is_over);
                browser::set_timeout(if over { 0 } else { MOVE_PAUSE }, move || self.advance());
            }
        }
    }
}

/// Returns the text id for a task.
fn word(lesson: &Lesson, of: &str) -> String {
    format!("lesson-{}-{}{of}", lesson.course().word(), lesson.task())
}

#[component]
pub(crate) fn LessonSheet(course: Course) -> impl IntoView {
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
        learner.iter().for_each(|learner| learner.handle_message(&message));
    });
    let shown = app.for_lesson(session.clone(), sink);
    let own = Learner { lesson, shown, moved };
    learner.set_value(Some(own));
    shown.show_session(session);
    // The components below draw this lesson instead of the page's own match.
    provide_context(shown);
    shown.load_planner();
    browser::set_timeout(0, move || own.advance());
    let said = move || {
        own.with(|lesson| {
            if lesson.is_over() {
                tr!(&format!("lesson-{}-end", course.word()))
            } else if lesson.is_learners_turn() {
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
        let answer = lesson.with_value(|lesson| lesson.solution().cloned());
        answer.into_iter().for_each(|action| {
            shown.close_draft();
            shown.carry_out(AnswerAction::LayDown(action));
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
                        <button class="btn" disabled=move || !own.with(Lesson::is_learners_turn) on:click=show>{tr!("lesson-show")}</button>
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
                {lazy::view(shown.bundles(), LazyView::Sheet(overlay))}
            </section>
        })}
    }
    .into_any()
}
