import { t } from '@steward/i18n/reader'
import type { Post } from '../../api/answers/records.ts'
import type { RecordArea } from '../../shared/records/record-area.ts'

export const posts: RecordArea<Post> & { area: 'posts' } = {
  area: 'posts',
  name: ({ author }) => {
    const name = author?.name
    return name ? t('Post by {name}', { name }) : t('Post', {}, 'noun: a post of the feed')
  },
}

/** The number of reports without a decision; of all reports, if the server has no decisions. */
export const openReportsOf = (post: Post): number | null =>
  post.openReportCount ?? post.reportCount ?? null
