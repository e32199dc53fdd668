/** The version of Steward, as its API and its MCP server name it. */
export const version = '0.1.0'
