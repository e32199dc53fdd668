import sharp from 'sharp'

// Loaded with the first picture: it takes 40 ms. One thread: other requests go on meanwhile, and no picture is decoded twice.
sharp.concurrency(1)
sharp.cache(false)

export { sharp }
