import type { Post } from '@steward/contract/posts/posts'
import { type DeepPartial, listOf, numberOf, referenceOf, textOf } from '../../api/read.ts'
import { count } from '../../ui/format/locale.ts'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, Field } from '../../ui/record/record-fields.tsx'
import classes from './posts.module.css'

/** What was decided about a post's reports; nothing where the server knows no decisions. */
export function HandledFields({ post }: { post: DeepPartial<Post> }) {
  const [all, open] = [numberOf(post.reportCount), numberOf(post.openReportCount)]
  if (all === null || open === null) return null
  return (
    <>
      <Field label="Reports handled">{`${count(Math.max(0, all - open))} of ${count(all)}`}</Field>
      {textOf(post.reportsHandledAt) !== null && (
        <Field label="Handled">
          <Time at={post.reportsHandledAt} whole />
        </Field>
      )}
      {referenceOf(post.reportsHandledBy) && (
        <Field label="Handled by">
          <PersonLink person={post.reportsHandledBy} />
        </Field>
      )}
    </>
  )
}

/** Why and by whom a post was reported, as far as that is known. */
export function PostReports({ post }: { post: DeepPartial<Post> }) {
  const reports = listOf(post.reports).filter(
    ({ reason, reporter }) => textOf(reason) !== null || nameIn(reporter) !== null,
  )
  if (reports.length === 0) return null
  const more = (numberOf(post.reportCount) ?? 0) - reports.length
  return (
    <Block title="What was reported">
      <ul className={classes.told}>
        {reports.map((report, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report has nothing that names it
          <li key={at}>
            <Text value={textOf(report.reason) ?? 'No reason given'} />
            <span className={classes.by}>
              {nameIn(report.reporter) !== null && <bdi>{nameIn(report.reporter)}</bdi>}
              {textOf(report.at) !== null && <Time at={report.at} />}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={classes.more}>{`Of ${count(more)} more only the number is known.`}</p>
      )}
    </Block>
  )
}

/** The conversation below a post, from servers that tell it. */
export function PostComments({ post }: { post: DeepPartial<Post> }) {
  const comments = listOf(post.comments).filter(({ text }) => textOf(text) !== null)
  if (comments.length === 0) return null
  return (
    <Block title="Conversation">
      <ul className={classes.told}>
        {comments.map((comment, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they don't change places
          <li key={at}>
            <Text value={comment.text} />
            <span className={classes.by}>
              <PersonLink person={comment.author} />
              {textOf(comment.createdAt) !== null && <Time at={comment.createdAt} />}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}

/** A person's name, whether a server gives it as such or with the person. */
const nameIn = (person: unknown): string | null =>
  textOf(person) ?? referenceOf(person)?.name ?? null
