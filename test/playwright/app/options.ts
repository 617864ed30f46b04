/** The project of the app. It has no `apiUrl`, so the app calls the hosted service. */
export const options = {
  projectId: "3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11",
  publishableClientKey: "pck_app"
}
