import { Progress } from '@mantine/core'
import '@mantine/core/styles/Progress.css'
import type { AreaName } from '@steward/contract/areas/areas'
import { areas } from '@steward/contract/areas/areas'
import { wordsOf } from '../../api/failure.ts'
import classes from '../../ui/feedback/dialog.module.css'
import { count, counted } from '../../ui/format/locale.ts'
import type { EachProgress } from './use-each.ts'

/**
 * Says how far an action on several records is, and at the end what could not be done and why.
 * @param props.did what was done, such as `restored`
 * @param props.total how many records were chosen
 */
export function BulkResult(props: {
  progress: EachProgress
  area: AreaName
  did: string
  title: string
  total: number
}) {
  const { total, did } = props
  const { done, failures, over } = props.progress
  const { one, many } = areas[props.area]
  const through = done + failures.length
  const left = total > through ? `, ${count(total - through)} not processed` : ''
  return (
    <>
      <p className={classes.text} role="status">
        {over
          ? `${counted(done, one, many)} ${did}${left}.`
          : `${count(through)} of ${count(total)}`}
      </p>
      {!over && <Progress value={(through / total) * 100} aria-label={props.title} />}
      {failures.length > 0 && (
        <>
          <p className={classes.text}>
            {counted(failures.length, one, many)} could not be {did}:
          </p>
          <ul className="grid gap-4 mb-12">
            {failures.map(({ id, name, failure }) => (
              <li key={id}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                : <bdi>{wordsOf(failure)}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
