import type { EmailTemplate } from '../../mail/email-template.ts'

export interface ToldAuthor {
  does: 'keep' | 'delete'
  /** Their texts. */
  posts: readonly string[]
  message: string
}

const maxExcerpt = 200
const maxExcerpts = 5

const excerptOf = (text: string): string => {
  const signs = [...text]
  return `“${signs.slice(0, maxExcerpt).join('')}${signs.length > maxExcerpt ? '…' : ''}”`
}

export function authorEmail({ does, posts, message }: ToldAuthor): EmailTemplate {
  const isOne = posts.length === 1
  const which = isOne ? 'your post' : `${posts.length} of your posts`
  return {
    kind: 'post-decision',
    subject: does === 'delete' ? `We have deleted ${which}` : `About ${which}`,
    paragraphs: [
      does === 'delete'
        ? `We have deleted ${which}:`
        : `Somebody reported ${which}. We have looked at ${isOne ? 'it, and it stays' : 'them, and they stay'}:`,
      ...posts.slice(0, maxExcerpts).map(excerptOf),
      ...message.split(/\n+/).filter((line) => line.trim() !== ''),
    ],
  }
}
