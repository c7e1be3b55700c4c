/** The MCP SDK, loaded when the first server is started: nobody else pays for it. */
export const loadSdk = () => import('@modelcontextprotocol/client')

/** What {@link loadSdk} gives. */
export type Sdk = Awaited<ReturnType<typeof loadSdk>>
