// The minimal server of a page: node:http and one prepared statement, without total, session or schema.
// Compresses for those who ask for it, as Steward does.
import { createServer } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import pg from 'pg'

const { PORT, DATABASE_URL, SOCKET_DIR } = process.env
const pool = new pg.Pool({
  ...(DATABASE_URL
    ? { connectionString: DATABASE_URL }
    : { host: SOCKET_DIR, port: 5432, user: 'postgres', database: 'postgres' }),
  max: 16,
})
const pages: Record<string, string> = {
  '/users': `
    select t.id as _id, t.id, t.name, t.email, t.phone, t.type, t.status, t.image, t.location, t.about,
      t.shopping_feed_status as "shoppingFeedStatus", t.business_name as "businessName",
      t.last_active_at as "lastActiveAt", t.version, t.created_at as "createdAt",
      t.updated_at as "updatedAt", role.name as role
    from users t left join roles role on role.id = t.role_id
    where t.deleted_at is null order by t.created_at desc, t.id desc limit 25`,
  '/posts': `
    select t.id as _id, t.text, t.images, t.like_count as "likeCount", t.comment_count as "commentCount",
      t.report_count as "reportCount", t.created_at as "createdAt", t.updated_at as "updatedAt",
      author.id as author_id, author.name as author, author.image as author_image,
      category.id as category_id, category.name as category
    from posts t left join users author on author.id = t.author_id
      left join categories category on category.id = t.category_id
    where t.deleted_at is null order by t.created_at desc, t.id desc limit 25`,
  '/bills': `
    select t.id as _id, t.number, t.title, t.amount, t.currency, t.status, t.issued_at as "issuedAt",
      t.due_at as "dueAt", t.paid_at as "paidAt", t.notes, t.version, t.created_at as "createdAt",
      t.updated_at as "updatedAt", payer.id as payer_id, coalesce(payer.name, t.payer_name) as payer
    from bills t left join users payer on payer.id = t.payer_id
    where t.deleted_at is null order by t.created_at desc, t.id desc limit 25`,
}

/** What `DELETE /posts/ID` does. */
const deletion = `
  update bare_posts set deleted_at = now(), updated_at = now() where id = $1 returning *`

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

createServer(async ({ method, url = '', headers }, response) => {
  const [path = '', page = '1'] = url.split('?page=')
  const query =
    method === 'DELETE'
      ? { name: 'delete', text: deletion, values: [url.slice('/posts/'.length)] }
      : {
          name: url,
          text: `${pages[path] ?? pages['/users']} offset ${(Number(page) - 1) * 25}`,
        }
  const { rows } = await pool.query(query)
  const body = JSON.stringify({ message: 'OK', data: { rows } })
  const encoding = headers['accept-encoding']?.includes('br') && { 'content-encoding': 'br' }
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', ...encoding })
  response.end(encoding ? brotliCompressSync(body, quality) : body)
}).listen(Number(PORT), '127.0.0.1')
