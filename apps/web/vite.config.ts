import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { englishPlugin, messagesPlugin } from './build/messages.ts'
import { precompress } from './build/precompress.ts'
import { startPlugin } from './build/start.ts'
import { themeCssPlugin } from './build/theme-css.ts'

const api = `http://127.0.0.1:${process.env['STEWARD_API_PORT'] ?? 4000}`

const firstRows = new RegExp(
  `[\\\\/]src[\\\\/](${[
    'app/(guarded-routes|prefetch|query-client|layout/(dialogs|layout))',
    'shared/records/(list-page|deletion-actions)',
    'ui/(links/link-tabs|record/record-actions|messages/use-optimistic-mutation)',
    'api/record-cache',
  ]
    .join('|')
    .replaceAll('/', '[\\\\/]')})\\.tsx?$`,
)

export default defineConfig({
  plugins: [
    englishPlugin(),
    react(),
    themeCssPlugin(),
    startPlugin(),
    messagesPlugin(),
    precompress(),
  ],
  resolve: {
    alias: [
      // Mantine's CSS is taken in its layered form throughout, so that our own always wins over
      // it, whatever order the pages' chunks arrive in.
      {
        find: /^(@mantine\/(?:core|dates|charts|dropzone)\/(?:styles|styles\/\w+))\.css$/,
        replacement: '$1.layer.css',
      },
    ],
  },
  build: {
    target: 'es2022',
    // Small files stay files of their own: a data: URL of a script or font is against the policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The names of what each part needs would come with the first list, a kilobyte of them. Scripts
      // find each other; styles have to be named, as they come before what they are of.
      resolveDependencies: (_file, needed) => needed.filter((name) => name.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the sign-in page needs comes in one file and not in forty, which compresses better
          // and takes fewer requests; every other page needs nearly all of it.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            // What every list shows its first rows with, behind the session guard, in one file;
            // `loadOnIntent` brings the rest.
            { name: 'guarded-routes', test: firstRows, priority: 1 },
            { name: 'start-live', test: /[\\/]live[\\/]start-live\.ts$/ },
            { name: 'users-page', test: /[\\/]users[\\/]users-page\.tsx$/ },
            { name: 'shared', minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(
      ['/api', '/uploads', '/config.json', '/health'].map((path) => [path, api]),
    ),
  },
})
