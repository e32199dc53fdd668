import { get, put, type Routes } from '../calls/route.ts'

/** Everybody reads them; only owners change them, which the call itself checks. */
export const wordsRoutes = {
  'words.read': get('admin/words', 'session'),
  'words.save': put('admin/words', 'session'),
} as const satisfies Routes
