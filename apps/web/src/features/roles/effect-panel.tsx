import type { RoleEffect } from '@steward/contract/roles/roles'
import { count, counted } from '../../ui/format/locale.ts'
import { countedDayText } from '../../ui/format/time-text.ts'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { phrase } from './effect-words.ts'
import classes from './roles.module.css'

/** How many of a role's people are named; the buttons below them stay within reach. */
const maxNamed = 24

/** What a change of a role's permissions does to its people, whole. */
export function EffectPanel({ effect }: { effect: RoleEffect }) {
  const { people, peopleCount, activeCount, gained, lost, refused, refusedCount } = effect
  const named = people.slice(0, maxNamed)
  const more = peopleCount - named.length
  return (
    <div className={classes.effect}>
      <Moved title={`${who(activeCount)} ${activeCount === 1 ? 'gains' : 'gain'}`} of={gained} />
      <Moved title={`${who(activeCount)} ${activeCount === 1 ? 'loses' : 'lose'}`} of={lost} lost />
      {lost.length > 0 && (
        <section>
          <h3>Requests in the last 30 days that would have been refused</h3>
          {refused.length === 0 ? (
            <p>None. Nobody has used the permissions being removed.</p>
          ) : (
            <Refused refused={refused} of={refusedCount} />
          )}
        </section>
      )}
      <section>
        <h3>
          {peopleCount === 0
            ? 'Nobody has this role'
            : `${counted(peopleCount, 'person has', 'people have')} this role`}
          {peopleCount > activeCount && `, ${count(activeCount)} of them can sign in`}
        </h3>
        <ul className={classes.people}>
          {named.map((person) => (
            <li key={person._id}>
              <PersonLink person={person} />
            </li>
          ))}
          {more > 0 && <li>and {count(more)} more</li>}
        </ul>
      </section>
    </div>
  )
}

const who = (people: number) => counted(people, 'person', 'people')

function Moved(props: { title: string; of: RoleEffect['gained']; lost?: boolean }) {
  if (props.of.length === 0) return null
  return (
    <section>
      <h3>{props.title}</h3>
      <ul className={classes.words} data-lost={props.lost}>
        {props.of.map(({ permission }) => (
          <li key={phrase(permission)} title={permission.module}>
            {phrase(permission)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Refused({ refused, of }: { refused: RoleEffect['refused']; of: number }) {
  const shown = refused.reduce((sum, { requests }) => sum + requests, 0)
  return (
    <section
      className={classes.refused}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
      tabIndex={0}
      aria-label="Requests that would have been refused"
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Person</th>
            <th scope="col">What they did</th>
            <th scope="col" data-end>
              Requests
            </th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {refused.map(({ person, permission, requests, lastDay }) => (
            <tr key={`${person._id} ${permission.module} ${phrase(permission)}`}>
              <td>
                <PersonLink person={person} />
              </td>
              <td>{phrase(permission)}</td>
              <td data-end>{count(requests)}</td>
              <td>{countedDayText(lastDay)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {of > shown && <p>and {counted(of - shown, 'request', 'requests')} more</p>}
    </section>
  )
}
