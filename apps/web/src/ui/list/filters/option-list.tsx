import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/core/styles/Combobox.css'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { Choice } from '../definition/list-definition.ts'
import classes from './filters.module.css'

/** Choices below a field that narrows them, walked by the arrows and chosen by Enter; `none` says that there are none. */
export function OptionList(props: {
  label: string
  field: { name: string; placeholder: string }
  typed: string
  onType: (typed: string) => void
  options: readonly Choice[]
  chosen?: readonly string[]
  none: string
  onChoose: (value: string) => void
}) {
  // Always open while mounted, as the arrow keys would otherwise open it first.
  const combobox = useCombobox({ opened: true })
  const first = props.options[0]?.value
  const listId = useId()
  // The highlighted option; the focus stays in the field.
  const [meant, setMeant] = useState<string | null>(null)
  const meaning = (step: () => string | null) => () => {
    const id = step()
    setMeant(id)
    return id
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other options the first is meant again
  useEffect(() => {
    setMeant(combobox.selectFirstOption())
  }, [first, props.options.length])
  return (
    <Combobox
      store={{
        ...combobox,
        selectNextOption: meaning(combobox.selectNextOption),
        selectPreviousOption: meaning(combobox.selectPreviousOption),
      }}
      onOptionSubmit={props.onChoose}
    >
      <Combobox.EventsTarget withAriaAttributes={false}>
        <TextInput
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={meant ?? undefined}
          autoComplete="off"
          aria-label={props.field.name}
          placeholder={props.field.placeholder}
          value={props.typed}
          onChange={(event) => props.onType(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options id={listId} aria-label={props.label} className={classes.found}>
        {props.options.map(({ value, label }) => (
          <Combobox.Option key={value} value={value} className="row between gap-8 anywhere">
            <bdi>{label}</bdi>
            {props.chosen?.includes(value) && (
              <IconCheck size="0.875rem" role="img" aria-label={t('chosen')} />
            )}
          </Combobox.Option>
        ))}
      </Combobox.Options>
      {props.options.length === 0 && (
        <p className={classes.hint} role="status">
          {props.none}
        </p>
      )}
    </Combobox>
  )
}
