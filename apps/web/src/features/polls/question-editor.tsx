import { Button, Group, Input, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Stack.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { pollBounds } from '@steward/contract/polls/polls'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '../../ui/format/locale.ts'
import { RowTools, useDragging } from './moved-rows.tsx'
import classes from './question-editor.module.css'
import {
  hasVotes,
  moved,
  newOption,
  newQuestion,
  type Questions,
  type TypedQuestion,
} from './questions.ts'

const onAltArrow =
  (at: number, onMove: (from: number, to: number) => void) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    onMove(at, at + by)
  }

/** The questions of a poll or survey: moved by buttons, Alt with an arrow, or dragging. What has votes only moves. */
export function QuestionEditor(props: {
  label: string
  kind: string
  value: Questions
  error?: ReactNode
  onChange: (questions: Questions) => void
}) {
  const { value, kind, onChange } = props
  const [told, setTold] = useState('')
  const label = useId()
  const move = (from: number, to: number) => {
    onChange(moved(value, from, to))
    if (to >= 0 && to < value.length) setTold(`Question ${from + 1} is now question ${to + 1}`)
  }
  const dragging = useDragging(move)
  const locked = value.some(hasVotes)
  const { maxQuestions } = pollBounds
  return (
    <Stack
      role="group"
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
          Questions and options with votes can be moved but not removed or reworded, because that
          would change what people voted for.
        </Input.Description>
      )}
      {props.error && <Input.Error role="alert">{props.error}</Input.Error>}
      {value.map((question, at) => {
        const drag = dragging(at)
        return (
          <div
            key={question.key}
            className={classes.question}
            data-over={drag.over || undefined}
            {...drag.target}
          >
            <OneQuestion
              question={question}
              at={at}
              count={value.length}
              drag={drag}
              wrong={Boolean(props.error)}
              onTell={setTold}
              onMove={move}
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
          variant="default"
          size="xs"
          leftSection={<IconPlus size="0.875rem" aria-hidden />}
          onClick={() => onChange([...value, newQuestion()])}
        >
          Add a question
        </Button>
      )}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </Stack>
  )
}

function OneQuestion(props: {
  question: TypedQuestion
  at: number
  count: number
  drag: { start: (event: React.DragEvent) => void; end: () => void }
  wrong: boolean
  onTell: (words: string) => void
  onMove: (from: number, to: number) => void
  onChange: (question: TypedQuestion) => void
  onRemove: (() => void) | undefined
}) {
  const { question, at, count, onChange } = props
  const { options } = question
  const rows = useRef<HTMLDivElement>(null)
  const locked = hasVotes(question)
  const name = count > 1 ? `question ${at + 1}` : 'the question'
  const change = (changed: typeof options) => onChange({ ...question, options: changed })
  const move = (from: number, to: number) => {
    change(moved(options, from, to))
    if (to >= 0 && to < options.length)
      props.onTell(`Option ${from + 1} of ${name} is now option ${to + 1}`)
  }
  const dragging = useDragging(move)
  const isEmpty = (text: string) => props.wrong && text.trim() === ''
  const add = () => {
    flushSync(() => change([...options, newOption()]))
    const inputs = rows.current?.querySelectorAll<HTMLInputElement>('[data-option] input')
    inputs?.[inputs.length - 1]?.focus()
  }
  return (
    <Stack ref={rows} align="flex-start" gap={8}>
      <Group className={classes.row} gap={4} wrap="nowrap">
        <TextInput
          className={classes.text}
          aria-label={count > 1 ? `Question ${at + 1}` : 'Question'}
          placeholder="Question text"
          dir="auto"
          value={question.text}
          readOnly={locked}
          error={isEmpty(question.text)}
          onKeyDown={onAltArrow(at, props.onMove)}
          onChange={(event) => onChange({ ...question, text: event.currentTarget.value })}
        />
        {count > 1 && (
          <RowTools
            what={`question ${at + 1}`}
            at={at}
            count={count}
            drag={props.drag}
            onMove={props.onMove}
            onRemove={props.onRemove}
          />
        )}
      </Group>
      {options.map((option, place) => {
        const drag = dragging(place)
        const kept = option.votes > 0
        const what = `option ${place + 1}${count > 1 ? ` of ${name}` : ''}`
        const few = options.length <= pollBounds.minOptions
        return (
          <Group
            key={option.key}
            className={classes.row}
            gap={4}
            wrap="nowrap"
            data-option
            data-over={drag.over || undefined}
            {...drag.target}
          >
            <TextInput
              className={classes.text}
              aria-label={`Option ${place + 1}${count > 1 ? ` of ${name}` : ''}`}
              placeholder={`Option ${place + 1}`}
              dir="auto"
              value={option.text}
              readOnly={kept}
              error={place < pollBounds.minOptions && isEmpty(option.text)}
              onKeyDown={onAltArrow(place, move)}
              onChange={(event) =>
                change(options.with(place, { ...option, text: event.currentTarget.value }))
              }
            />
            <RowTools
              what={what}
              at={place}
              count={options.length}
              drag={drag}
              onMove={move}
              onRemove={kept || few ? undefined : () => change(options.toSpliced(place, 1))}
            >
              {kept && (
                <span className={classes.votes}>{counted(option.votes, 'vote', 'votes')}</span>
              )}
            </RowTools>
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
          {count > 1 ? `Add an option to ${name}` : 'Add an option'}
        </Button>
      )}
    </Stack>
  )
}
