import { postFields } from '@steward/contract/posts/posts.fields'
import { t } from '@steward/i18n/reader'
import type { ReactNode } from 'react'
import { objectsIn, textOf, timeOf } from '../../api/answers/read.ts'
import { readReference } from '../../api/answers/read-record.ts'
import type { Post } from '../../api/answers/records.ts'
import type { RecordProps } from '../../shared/records/area-actions.tsx'
import { RecordView } from '../../shared/records/record-view.tsx'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import { PersonAndTheirs } from '../../ui/list/filters/filter-link.tsx'
import { FieldList } from '../../ui/record/field-list.tsx'
import { PersonLink } from '../../ui/record/person-link.tsx'
import { Block, Thumbs } from '../../ui/record/record-fields.tsx'
import { PostButtons } from './post-actions.tsx'
import classes from './posts.module.css'
import { posts } from './posts.ts'

/** A feed post in full: its text as it was written, without links. */
export function PostRecord(props: RecordProps<Post>) {
  const { record: post } = props
  const handled = handledFields(post)
  return (
    <RecordView of={posts} Buttons={PostButtons} {...props}>
      <Text value={post.text} />
      <Thumbs images={post.images} />
      <PostReports post={post} />
      <FieldList
        fields={postFields}
        record={post}
        first={['reportCount', ...Object.keys(handled)]}
        labels={{ openReportCount: t('Reports handled') }}
        own={{
          openReportCount: null,
          reportsHandledAt: null,
          reportsHandledBy: null,
          ...handled,
          author: (
            <PersonAndTheirs person={post.author} to="/posts" by="author">
              {t('More by this author')}
            </PersonAndTheirs>
          ),
        }}
      />
      <PostComments post={post} />
    </RecordView>
  )
}

/** What was decided about a post's reports, by field; nothing where the server knows no decisions. */
function handledFields(post: Post): Record<string, ReactNode> {
  const { reportCount: all, openReportCount: open } = post
  if (typeof all !== 'number' || typeof open !== 'number') return {}
  return {
    // i18n: how many reports of a post have been handled, of all
    openReportCount: t('{handled} of {all}', { handled: Math.max(0, all - open), all }),
    ...(post.reportsHandledAt && {
      reportsHandledAt: <Time at={post.reportsHandledAt} whole />,
    }),
    ...(post.reportsHandledBy && {
      reportsHandledBy: <PersonLink person={post.reportsHandledBy} />,
    }),
  }
}

/** Why and by whom a post was reported, as far as that is known. */
function PostReports({ post }: { post: Post }) {
  const reports = objectsIn(post.reports)
    .map(({ reason, reporter, at }) => ({
      reason: textOf(reason),
      reporter: readReference(reporter)?.name,
      at: timeOf(at),
    }))
    .filter(({ reason, reporter }) => reason || reporter)
  if (reports.length === 0) return null
  const more = (post.reportCount ?? 0) - reports.length
  return (
    <Block title={t('What was reported')}>
      <ul className={`grid gap-8 ${classes.told}`}>
        {reports.map((report, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a report has nothing that names it
          <li key={at}>
            <Text value={report.reason ?? t('No reason given')} />
            <span className="flex wrap gap-4-10 dim xs">
              {report.reporter && <bdi>{report.reporter}</bdi>}
              {report.at && <Time at={report.at} />}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-8 dim xs">
          {t('Of {count} more only the number is known.', { count: more })}
        </p>
      )}
    </Block>
  )
}

/** The comments on a post, if the server sends them. */
function PostComments({ post }: { post: Post }) {
  const comments = objectsIn(post.comments).filter(({ text }) => textOf(text))
  if (comments.length === 0) return null
  return (
    <Block title={t('Conversation')}>
      <ul className={`grid gap-8 ${classes.told}`}>
        {comments.map((comment, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they don't change places
          <li key={at}>
            <Text value={textOf(comment['text'])} />
            <span className="flex wrap gap-4-10 dim xs">
              <PersonLink person={readReference(comment['author'])} />
              {timeOf(comment['createdAt']) && <Time at={comment['createdAt']} />}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
