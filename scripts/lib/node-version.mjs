// Stops an old Node with a sentence before anything newer is parsed.
var major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    'Steward needs Node 20 or newer to start, and this is Node ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org and run the command again.',
  )
  process.exit(1)
}
