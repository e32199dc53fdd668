import type { ExportArea } from '@steward/contract/areas'
import type { Bill } from '@steward/contract/bills'
import type { Category } from '@steward/contract/categories'
import type { Event } from '@steward/contract/events'
import type { ExportColumn } from '@steward/contract/exports'
import type { Poll } from '@steward/contract/polls'
import type { Post } from '@steward/contract/posts'
import type { Role } from '@steward/contract/roles'
import type { ShoppingPost } from '@steward/contract/shopping-posts'
import type { Task } from '@steward/contract/tasks'
import type { User } from '@steward/contract/users'
import { type Column, flag, money, number, recordColumns, text, time } from './cells.ts'
import type { PollResult } from './poll-results.ts'

type Columns<A extends ExportArea, R> = Record<ExportColumn<A>, Column<R>>

export const roleColumns: Columns<'roles', Role> = {
  ...recordColumns,
  name: text('Name', (role) => role.name),
  description: text('Description', (role) => role.description),
  status: text('Status', (role) => role.status),
  userCount: number('People', (role) => role.userCount),
  system: flag('Owner role', (role) => role.system),
}

export const userColumns: Columns<'users', User> = {
  ...recordColumns,
  name: text('Name', (user) => user.name),
  email: text('Email', (user) => user.email),
  phone: text('Phone', (user) => user.phone),
  type: text('Type', (user) => user.type),
  role: text('Role', (user) => user.role?.name),
  status: text('Status', (user) => user.status),
  shoppingFeedStatus: text('Shopping feed', (user) => user.shoppingFeedStatus),
  businessName: text('Business', (user) => user.businessName),
  location: text('Location', (user) => user.location),
  about: text('About', (user) => user.about),
  image: text('Image', (user) => user.image),
  lastActiveAt: time('Last active', (user) => user.lastActiveAt),
}

export const eventColumns: Columns<'events', Event> = {
  ...recordColumns,
  title: text('Title', (event) => event.title),
  description: text('Description', (event) => event.description),
  startsAt: time('Starts', (event) => event.startsAt),
  endsAt: time('Ends', (event) => event.endsAt),
  location: text('Location', (event) => event.location),
  online: flag('Online', (event) => event.online),
  host: text('Host', (event) => event.host?.name),
  capacity: number('Capacity', (event) => event.capacity),
  attendeeCount: number('Attendees', (event) => event.attendeeCount),
  status: text('Status', (event) => event.status),
  image: text('Image', (event) => event.image),
}

export const pollColumns: Columns<'polls', Poll> = {
  ...recordColumns,
  kind: text('Kind', (poll) => poll.kind),
  title: text('Title', (poll) => poll.title),
  description: text('Description', (poll) => poll.description),
  author: text('Author', (poll) => poll.author?.name),
  questions: text('Questions', (poll) => poll.questions.map((each) => each.text).join('\n')),
  responseCount: number('Responses', (poll) => poll.responseCount),
  opensAt: time('Opens', (poll) => poll.opensAt),
  closesAt: time('Closes', (poll) => poll.closesAt),
  status: text('Status', (poll) => poll.status),
}

export const pollResultColumns: Columns<'pollResults', PollResult> = {
  _id: recordColumns._id,
  kind: text('Kind', (result) => result.kind),
  title: text('Title', (result) => result.title),
  status: text('Status', (result) => result.status),
  responseCount: number('Responses', (result) => result.responseCount),
  questionNumber: number('Question number', (result) => result.questionNumber),
  question: text('Question', (result) => result.question),
  option: text('Option', (result) => result.option),
  votes: number('Votes', (result) => result.votes),
  percent: text('Percent', (result) => result.percent),
}

export const taskColumns: Columns<'tasks', Task> = {
  ...recordColumns,
  title: text('Title', (task) => task.title),
  description: text('Description', (task) => task.description),
  assignee: text('Assignee', (task) => task.assignee?.name),
  dueAt: time('Due', (task) => task.dueAt),
  priority: text('Priority', (task) => task.priority),
  status: text('Status', (task) => task.status),
}

export const billColumns: Columns<'bills', Bill> = {
  ...recordColumns,
  number: text('Number', (bill) => bill.number),
  title: text('Title', (bill) => bill.title),
  payer: text('Payer', (bill) => bill.payer.name),
  amount: money('Amount', (bill) => bill.amount),
  currency: text('Currency', (bill) => bill.currency),
  status: text('Status', (bill) => bill.status),
  issuedAt: time('Issued', (bill) => bill.issuedAt),
  dueAt: time('Due', (bill) => bill.dueAt),
  paidAt: time('Paid', (bill) => bill.paidAt),
  notes: text('Notes', (bill) => bill.notes),
}

export const postColumns: Columns<'posts', Post> = {
  ...recordColumns,
  author: text('Author', (post) => post.author?.name),
  text: text('Text', (post) => post.text),
  images: text('Images', (post) => post.images.join('\n')),
  category: text('Category', (post) => post.category?.name),
  likeCount: number('Likes', (post) => post.likeCount),
  commentCount: number('Comments', (post) => post.commentCount),
  reportCount: number('Reports', (post) => post.reportCount),
}

export const categoryColumns: Columns<'categories', Category> = {
  ...recordColumns,
  name: text('Name', (category) => category.name),
  slug: text('Slug', (category) => category.slug),
  description: text('Description', (category) => category.description),
  image: text('Image', (category) => category.image),
  color: text('Colour', (category) => category.color),
  position: number('Position', (category) => category.position),
  parent: text('Parent ID', (category) => category.parent),
  status: text('Status', (category) => category.status),
  postCount: number('Feed posts', (category) => category.postCount),
  shoppingPostCount: number('Shopping posts', (category) => category.shoppingPostCount),
  childCount: number('Categories below', (category) => category.childCount),
}

export const shoppingPostColumns: Columns<'shoppingPosts', ShoppingPost> = {
  ...recordColumns,
  title: text('Title', (post) => post.title),
  description: text('Description', (post) => post.description),
  price: money('Price', (post) => post.price),
  currency: text('Currency', (post) => post.currency),
  seller: text('Seller', (post) => post.seller?.name),
  images: text('Images', (post) => post.images.join('\n')),
  category: text('Category', (post) => post.category?.name),
  status: text('Status', (post) => post.status),
  deletedAt: time('Deleted', (post) => post.deletedAt),
}
