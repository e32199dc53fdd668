import { Button, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { localTime } from '../../ui/format/local-time.ts'
import classes from './tasks.module.css'

/** When a working day ends, which is when what is due on a day is due. */
const endOfDay = 17

/** A day from today on, at the end of work in the reader's zone, as a field of date and time has it. */
export function dueIn(days: number, now = new Date()): string {
  const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, endOfDay)
  return localTime(at.toISOString())
}

const presets = [
  ['Today', 0],
  ['Tomorrow', 1],
  ['Next week', 7],
] as const

export function DueField(
  props: ComponentProps<typeof TextInput> & { onPick: (due: string) => void },
) {
  const { onPick, ...input } = props
  return (
    <div>
      <TextInput type="datetime-local" {...input} />
      <div className={classes.presets}>
        {presets.map(([label, days]) => (
          <Button
            key={label}
            aria-label={`Due ${label.toLowerCase()}`}
            size="compact-xs"
            variant="default"
            onClick={() => onPick(dueIn(days))}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
