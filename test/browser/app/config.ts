/** The app's configuration, in the browser and on the server. */
export interface AppConfig {
  readonly apiUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}
