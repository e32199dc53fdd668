import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './build/precompress.ts'
import { themeCssPlugin } from './build/theme-css.ts'

const api = `http://127.0.0.1:${process.env['STEWARD_API_PORT'] ?? 4000}`

export default defineConfig({
  plugins: [react(), themeCssPlugin(), precompress()],
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
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the sign-in page needs comes in two files and not in forty, which compress better
          // and take fewer requests.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'sign-in', test: /[\\/]app[\\/]sign-in\.tsx$/, priority: 1 },
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
