### Footnote of a rule sheet: choices without effect under its rules.

section-idle = Choices without effect
idle-made = { $n ->
    [1] This choice was made, and nothing depends on it here: { $choices }.
   *[other] These choices were made, and nothing depends on them here: { $choices }.
}
idle-made-choice = { $label }: { $value }
idle-chapters = Nothing here depends on any choice of these chapters: { $choices }.
idle-of-chapter = { $chapter } ({ $choices })
idle-others = Nothing here depends on: { $choices }.
