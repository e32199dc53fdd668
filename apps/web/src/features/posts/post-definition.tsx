import { importNeeds } from '@steward/contract/imports.routes'
import type { Post } from '@steward/contract/posts'
import { IconFlag, IconHeart, IconMessageCircle, IconPhoto } from '@tabler/icons-react'
import { referenceOf, textOf } from '../../api/read.ts'
import { useCategoryFilter } from '../../shared/categories/category-choices.ts'
import { lists } from '../../shared/list/lists.ts'
import {
  actionsColumn,
  countColumn,
  personColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { openReportsOf } from './open-reports.ts'
import { PostMenu } from './post-actions.tsx'

/** The list of feed posts. */
export const postDefinition: ListDefinition<Post> = {
  list: lists.posts,
  imports: { what: 'posts', needs: [importNeeds.posts] },
  exports: {
    area: 'posts',
    columns: {
      likes: 'likeCount',
      comments: 'commentCount',
      reports: 'reportCount',
      openReports: 'openReportCount',
      created: 'createdAt',
    },
  },
  searchHint: 'Search text, author',
  searched: (post) => [post.text, referenceOf(post.author)?.name],
  columns: [
    textColumn('text', 'Text', (post) => post.text, { width: 380, least: 320, lines: 2 }),
    countColumn('reports', 'Reports', (post) => post.reportCount, {
      icon: IconFlag,
      sort: 'reportCount',
    }),
    countColumn('openReports', 'Open reports', openReportsOf, { hidden: true }),
    countColumn('comments', 'Comments', (post) => post.commentCount, {
      icon: IconMessageCircle,
      sort: 'commentCount',
      priority: 5,
    }),
    countColumn('likes', 'Likes', (post) => post.likeCount, {
      icon: IconHeart,
      sort: 'likeCount',
      priority: 6,
    }),
    countColumn('images', 'Images', (post) => post.images?.length, {
      icon: IconPhoto,
      priority: 7,
      card: 'none',
    }),
    personColumn('author', 'Author', (post) => post.author, {
      width: 150,
      most: 170,
      priority: 3,
    }),
    textColumn('category', 'Category', (post) => referenceOf(post.category)?.name, {
      width: 120,
      most: 140,
      priority: 8,
      card: 'none',
    }),
    timeColumn('created', 'Created', (post) => post.createdAt, { sort: 'createdAt', priority: 4 }),
    actionsColumn((post) => <PostMenu post={post} />),
  ],
  filters: [
    { kind: 'loaded', key: 'category', label: 'Category', useChoices: useCategoryFilter },
    {
      kind: 'id',
      key: 'author',
      label: 'Author',
      nameIn: (post) => referenceOf(post.author)?.name ?? null,
    },
    { kind: 'span', field: 'createdAt', label: 'Created' },
  ],
  done: {
    filters: { 'openReportCount.min': '1' },
    title: 'No open reports',
    hint: 'Every reported post has been decided.',
  },
  title: (post) => {
    const author = referenceOf(post.author)?.name
    // By characters: half of an emoji is none.
    const text = [...(textOf(post.text) ?? '')].slice(0, 80).join('')
    return author ? `Post by ${author}` : text || 'Post'
  },
}
