import { importNeeds } from '@steward/contract/imports/imports.routes'
import { postFields } from '@steward/contract/posts/posts.fields'
import { msg } from '@steward/i18n/reader'
import { IconFlag, IconHeart, IconMessageCircle, IconPhoto } from '@tabler/icons-react'
import type { Post } from '../../api/answers/records.ts'
import { useCategoryFilter } from '../../shared/categories/category-choices.ts'
import { lists } from '../../shared/lists/lists.ts'
import { defineList } from '../../ui/list/screen/define-list.tsx'
import { columnsFor, countColumn } from '../../ui/list/table/field-columns.tsx'
import { PostMenu } from './post-actions.tsx'
import { openReportsOf, posts } from './posts.ts'

export const postDefinition = defineList<Post>(postFields, {
  list: lists.posts,
  imports: { what: 'posts', needs: [importNeeds.posts] },
  exports: 'posts',
  searchHint: msg('Search text, author'),
  columns: columnsFor<Post>(postFields, {
    text: { width: 380, least: 320, lines: 2 },
    reportCount: { icon: IconFlag },
    openReportCount: countColumn<Post>('openReports', msg('Open reports'), openReportsOf, {
      hidden: true,
    }),
    commentCount: { icon: IconMessageCircle, priority: 5 },
    likeCount: { icon: IconHeart, priority: 6 },
    images: { icon: IconPhoto, priority: 7, card: 'none' },
    author: { width: 150, most: 170, priority: 3 },
    category: { width: 120, most: 140, priority: 8, card: 'none' },
    createdAt: { priority: 4 },
    reportsHandledAt: null,
    reportsHandledBy: null,
  }),
  actions: (post) => <PostMenu record={post} />,
  filters: { category: { useChoices: useCategoryFilter }, author: {} },
  done: {
    filters: { 'openReportCount.min': '1' },
    title: msg('No open reports'),
    hint: msg('Every reported post has been decided.'),
  },
  title: (post) => {
    // Cut by code points, so that no emoji is cut in half.
    const text = [...(post.text ?? '')].slice(0, 80).join('')
    return (!post.author?.name && text) || posts.name(post)
  },
})
