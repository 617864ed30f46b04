/** Shown while the page reads the session. With `cacheComponents`, each page that does needs one. */
export default function Loading() {
  return <p>Loading…</p>
}
