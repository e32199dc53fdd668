import { Button, Group, Input, Stack, VisuallyHidden } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { pollBounds } from '@steward/contract/polls/polls'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type MovedRow, type RowWords, TextRow, useMovedRows } from './moved-rows.tsx'
import classes from './question-editor.module.css'
import {
  hasVotes,
  newOption,
  newQuestion,
  type Questions,
  type TypedQuestion,
} from './questions.ts'

/** The questions of a poll or survey: moved by buttons, Alt with an arrow, or dragging. What has votes only moves. */
export function QuestionEditor(props: {
  label: string
  kind: string
  value: Questions
  error?: ReactNode
  disabled?: boolean
  hidden?: boolean
  onChange: (questions: Questions) => void
}) {
  const { value, kind, onChange } = props
  const [told, setTold] = useState('')
  const label = useId()
  const rowAt = useMovedRows(value, onChange, (from, to) =>
    setTold(t('Question {from} is now question {to}', { from: from + 1, to: to + 1 })),
  )
  const locked = value.some(hasVotes)
  const { maxQuestions } = pollBounds
  if (props.hidden) return null
  return (
    <Stack
      role="group"
      inert={props.disabled === true}
      aria-labelledby={label}
      align="flex-start"
      gap={8}
      data-error-here={props.error ? true : undefined}
    >
      <Input.Label id={label} labelElement="div">
        {props.label}
      </Input.Label>
      {locked && (
        <Input.Description>
          {t(
            'Questions and options with votes can be moved but not removed or reworded, because that would change what people voted for.',
          )}
        </Input.Description>
      )}
      {props.error && <Input.Error role="alert">{props.error}</Input.Error>}
      {value.map((question, at) => {
        const row = rowAt(at)
        return (
          <div key={question.key} className={classes.question} {...row.target}>
            <OneQuestion
              question={question}
              number={value.length > 1 ? at + 1 : null}
              row={row}
              wrong={Boolean(props.error)}
              onTell={setTold}
              onChange={(changed) => onChange(value.with(at, changed))}
              onRemove={
                hasVotes(question) || value.length === 1
                  ? undefined
                  : () => onChange(value.toSpliced(at, 1))
              }
            />
          </div>
        )
      })}
      {(kind === 'survey' ? value.length < maxQuestions : value.length === 0) && (
        <Button
          size="xs"
          leftSection={<IconPlus size="0.875rem" aria-hidden />}
          onClick={() => onChange([...value, newQuestion()])}
        >
          {t('Add a question')}
        </Button>
      )}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </Stack>
  )
}

/** @param props.number of the question among several; null for the only one */
function OneQuestion(props: {
  question: TypedQuestion
  number: number | null
  row: MovedRow
  wrong: boolean
  onTell: (words: string) => void
  onChange: (question: TypedQuestion) => void
  onRemove: (() => void) | undefined
}) {
  const { question, number, onChange } = props
  const { options } = question
  const rows = useRef<HTMLDivElement>(null)
  const change = (changed: typeof options) => onChange({ ...question, options: changed })
  const rowAt = useMovedRows(options, change, (from, to) =>
    props.onTell(movedWords(from + 1, to + 1, number)),
  )
  const isEmpty = (text: string) => props.wrong && text.trim() === ''
  const add = () => {
    flushSync(() => change([...options, newOption()]))
    const inputs = rows.current?.querySelectorAll<HTMLInputElement>('[data-option] input')
    inputs?.[inputs.length - 1]?.focus()
  }
  return (
    <Stack ref={rows} align="flex-start" gap={8}>
      <Group className="full" gap={4} wrap="nowrap">
        <TextRow
          row={props.row}
          words={questionWords(number)}
          placeholder={t('Question text')}
          text={question.text}
          readOnly={hasVotes(question)}
          error={isEmpty(question.text)}
          onType={(text) => onChange({ ...question, text })}
          onRemove={props.onRemove}
        />
      </Group>
      {options.map((option, place) => {
        const row = rowAt(place)
        const kept = option.votes > 0
        const few = options.length <= pollBounds.minOptions
        return (
          <Group
            key={option.key}
            className={classes.option}
            gap={4}
            wrap="nowrap"
            data-option
            {...row.target}
          >
            <TextRow
              row={row}
              words={optionWords(place + 1, number)}
              placeholder={t('Option {option}', { option: place + 1 })}
              text={option.text}
              readOnly={kept}
              error={place < pollBounds.minOptions && isEmpty(option.text)}
              onType={(text) => change(options.with(place, { ...option, text }))}
              onRemove={kept || few ? undefined : () => change(options.toSpliced(place, 1))}
            >
              {kept && (
                <span className="dim small nowrap" style={{ paddingInline: 4 }}>
                  {t('{count, plural, one {# vote} other {# votes}}', { count: option.votes })}
                </span>
              )}
            </TextRow>
          </Group>
        )
      })}
      {options.length < pollBounds.maxOptions && (
        <Button
          variant="subtle"
          size="xs"
          ms={16}
          leftSection={<IconPlus size="0.875rem" aria-hidden />}
          onClick={add}
        >
          {number === null
            ? t('Add an option')
            : t('Add an option to question {question}', { question: number })}
        </Button>
      )}
    </Stack>
  )
}

function questionWords(question: number | null): RowWords {
  if (question === null) return { name: t('Question') }
  return {
    name: t('Question {question}', { question }),
    tools: {
      up: t('Move question {question} up', { question }),
      down: t('Move question {question} down', { question }),
      remove: t('Remove question {question}', { question }),
    },
  }
}

/** @param question its number among several; null for the only one */
function optionWords(option: number, question: number | null): RowWords {
  if (question === null)
    return {
      name: t('Option {option}', { option }),
      tools: {
        up: t('Move option {option} up', { option }),
        down: t('Move option {option} down', { option }),
        remove: t('Remove option {option}', { option }),
      },
    }
  const of = { option, question }
  return {
    name: t('Option {option} of question {question}', of),
    tools: {
      up: t('Move option {option} of question {question} up', of),
      down: t('Move option {option} of question {question} down', of),
      remove: t('Remove option {option} of question {question}', of),
    },
  }
}

const movedWords = (from: number, to: number, question: number | null) =>
  question === null
    ? t('Option {from} of the question is now option {to}', { from, to })
    : t('Option {from} of question {question} is now option {to}', { from, to, question })
