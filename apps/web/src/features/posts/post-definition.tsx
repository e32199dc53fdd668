import { importNeeds } from '@steward/contract/imports.routes'
import type { Post } from '@steward/contract/posts'
import { referenceOf, textOf } from '../../api/read.ts'
import { useCategoryFilter } from '../../shared/categories/category-choices.ts'
import { lists } from '../../shared/list/lists.ts'
import { DeletionMenu } from '../../shared/records/deletion-actions.tsx'
import {
  actionsColumn,
  countColumn,
  personColumn,
  textColumn,
  timeColumn,
} from '../../ui/list/columns.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { postDeletion } from './post-deletion.ts'

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
      created: 'createdAt',
    },
  },
  searchHint: 'Search text, author',
  searched: (post) => [post.text, referenceOf(post.author)?.name],
  columns: [
    textColumn('text', 'Text', (post) => post.text, { width: 240 }),
    personColumn('author', 'Author', (post) => post.author, { width: 170 }),
    textColumn('category', 'Category', (post) => referenceOf(post.category)?.name, { width: 140 }),
    countColumn('likes', 'Likes', (post) => post.likeCount, { width: 80, sort: 'likeCount' }),
    countColumn('comments', 'Comments', (post) => post.commentCount, {
      width: 110,
      sort: 'commentCount',
    }),
    countColumn('reports', 'Reports', (post) => post.reportCount, {
      width: 95,
      sort: 'reportCount',
    }),
    countColumn('images', 'Images', (post) => post.images?.length, { width: 85 }),
    timeColumn('created', 'Created', (post) => post.createdAt, { width: 130, sort: 'createdAt' }),
    actionsColumn((post) => <DeletionMenu of={postDeletion} record={post} />),
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
  title: (post) => {
    const author = referenceOf(post.author)?.name
    return author ? `Post by ${author}` : textOf(post.text)?.slice(0, 80) || 'Post'
  },
}
