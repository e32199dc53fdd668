import { z } from 'zod'
import { endpointsOf } from '../calls/endpoint.ts'
import { trashRoutes as routes } from './trash-settings.routes.ts'

export const trashEndpoints = endpointsOf(routes, {
  'trash.settings': {
    summary: 'How long deleted records are kept',
    data: z.object({
      days: z.int().meta({
        description: 'Days after which deleted records are deleted permanently; 0 for never',
      }),
    }),
  },
})
