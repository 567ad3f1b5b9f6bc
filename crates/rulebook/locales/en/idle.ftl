### Footnote of a rule sheet: choices without effect under its rules.

section-idle = Choices without effect
idle-made = { $n ->
    [1] This choice was made but has no effect here: { $choices }.
   *[other] These choices were made but have no effect here: { $choices }.
}
idle-made-choice = { $label }: { $value }
idle-chapters = No choice in these chapters has an effect here: { $choices }.
idle-of-chapter = { $chapter } ({ $choices })
idle-others = These choices have no effect here: { $choices }.
