//! How the types of choices are defined: each of their values once, with its word or form.

/// Defines choices that are one of a few words: each value with its word and what it means.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident {
        $($variant:ident = $word:literal, $meaning:literal;)+
    })+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $(#[doc = $meaning] $variant),+ }
        $crate::choices::define::read_words! { $name { $($variant = $word),+ } }
    )+ };
}
pub(super) use words;

/// How the values of an enumeration of words are read, written and varied.
macro_rules! read_words {
    ($name:ident { $($variant:ident = $word:literal),+ }) => {
        impl ChoiceValue for $name {
            const FORMS: &[Form] = &[$(Form::Word($word)),+];

            fn read(value: &Value) -> Result<$name, BadValue> {
                match value.word() {
                    $(Some($word) => Ok($name::$variant),)+
                    _ => Err(wrong(value)),
                }
            }

            fn write(&self) -> Value {
                Value::from(match self { $($name::$variant => $word),+ })
            }

            fn others(&self) -> Vec<Value> {
                [$($name::$variant),+].iter().filter(|v| *v != self).map(|v| v.write()).collect()
            }
        }
    };
}
pub(super) use read_words;

/// Defines a choice that has a number or a list beside its words. Behind each value stands its word or
/// form, and what else is tried where it is the present one: beside its near ones, where it has such.
macro_rules! forms {
    ($(#[$doc:meta])* $name:ident {
        $($variant:ident $(($part:ident: $type:ty))? = $form:expr, [$($other:expr),*], $meaning:literal;)+
    }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum $name { $(#[doc = $meaning] $variant $(($type))?),+ }
        $crate::choices::define::read_forms! {
            $name { $($variant $(($part: $type))? = $form, [$($other),*];)+ }
        }
    };
}
pub(super) use forms;

/// How the values of an enumeration of words, numbers and lists are read, written and varied.
macro_rules! read_forms {
    ($name:ident { $($variant:ident $(($part:ident: $type:ty))? = $form:expr, [$($other:expr),*];)+ }) => {
        impl ChoiceValue for $name {
            const FORMS: &[Form] = &[$(form_of!($form $(, $type)?)),+];

            fn read(value: &Value) -> Result<$name, BadValue> {
                $(read_form!(value, $name::$variant, $form $(, $type)?);)+
                Err(wrong(value))
            }

            fn write(&self) -> Value {
                match self { $($name::$variant $(($part))? => write_form!($form $(, $part)?)),+ }
            }

            fn others(&self) -> Vec<Value> {
                match self { $($name::$variant $(($part))? => {
                    near_forms!($form, [$(Value::from($other)),*] $(, $part)?)
                }),+ }
            }
        }
    };
}
pub(super) use read_forms;

macro_rules! form_of {
    ($word:expr) => {
        Form::Word($word)
    };
    ($form:expr, $type:ty) => {
        $form
    };
}
pub(super) use form_of;

macro_rules! read_form {
    ($value:ident, $made:path, $word:expr) => {
        if $value.word() == Some($word) {
            return Ok($made);
        }
    };
    ($value:ident, $made:path, $form:expr, $type:ty) => {
        if let Some(part) = <$type as Part>::read_as($form, $value) {
            return Ok($made(part));
        }
    };
}
pub(super) use read_form;

macro_rules! write_form {
    ($word:expr) => {
        Value::from($word)
    };
    ($form:expr, $part:ident) => {
        $part.write_as($form)
    };
}
pub(super) use write_form;

macro_rules! near_forms {
    ($word:expr, $others:expr) => {
        Vec::from($others)
    };
    ($form:expr, $others:expr, $part:ident) => {
        $part.near($form).into_iter().chain($others).collect()
    };
}
pub(super) use near_forms;

/// Defines a choice that is a number, or a word for none: the word, the form of its number, in the
/// order in which they are named, and what is tried where there is none.
macro_rules! optional {
    ($($(#[$doc:meta])* $name:ident($type:ty) = [$($form:expr),+], none tries [$($other:expr),+];)+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name(pub Option<$type>);

        impl ChoiceValue for $name {
            const FORMS: &[Form] = &[$($form),+];

            fn read(value: &Value) -> Result<$name, BadValue> {
                read_optional(Self::FORMS, value).map($name)
            }

            fn write(&self) -> Value {
                write_optional(Self::FORMS, self.0)
            }

            fn others(&self) -> Vec<Value> {
                others_optional(Self::FORMS, self.0, &[$($other),+])
            }
        }
    )+ };
}
pub(super) use optional;
