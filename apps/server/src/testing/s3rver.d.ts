declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'

  interface Options {
    address: string
    port: number
    directory: string
    silent: boolean
    allowMismatchedSignatures: boolean
    serviceEndpoint: string
    configureBuckets: { name: string }[]
  }

  export default class S3rver {
    constructor(options: Options)
    httpServer: Server
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
