//! Macros that define the types of choices: each value once, with its word or form.

/// Defines choices with a few words as values: each value with its word and description.
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

/// Implements reading, writing and enumerating for an enumeration of words.
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

/// Defines choices with numbers or lists besides words. Each value has its word or form, and the
/// alternatives to try when it is the current value, besides its neighbours if it has any.
macro_rules! forms {
    ($($(#[$doc:meta])* $name:ident {
        $($variant:ident $(($part:ident: $type:ty))? = $form:expr, [$($other:expr),*], $meaning:literal;)+
    })+) => { $(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum $name { $(#[doc = $meaning] $variant $(($type))?),+ }
        $crate::choices::define::read_forms! {
            $name { $($variant $(($part: $type))? = $form, [$($other),*];)+ }
        }
    )+ };
}
pub(super) use forms;

/// Implements reading, writing and enumerating for an enumeration of words, numbers and lists.
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
        if let Some(part) = <$type as Payload>::read_as($form, $value) {
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

/// Defines a choice that is an optional number: its forms in display order, including the word for none, and
/// the alternatives to try when there is none.
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
