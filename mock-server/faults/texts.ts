const errorTexts: Readonly<Record<number, string>> = {
  400: 'The request could not be understood',
  401: 'API Key invalid or not present',
  403: 'API Key invalid or not present',
  404: 'Not found',
  408: 'The request took too long',
  409: 'The request conflicts with what is there',
  429: 'Rate limit exceeded',
  500: 'Something went wrong',
  502: 'The service got no valid answer from within',
  503: 'The service is down for maintenance',
  504: 'The service got no answer in time from within',
}

/** What a service says of a status. */
export const errorText = (status: number): string =>
  errorTexts[status] ?? (status < 500 ? 'The request was refused' : 'Something went wrong')

/** A page that stands before a service, with links and a form, and a brace that makes no JSON. */
export const proxyPage = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>One moment, please</title>
    <style>body { font-family: sans-serif }</style>
  </head>
  <body>
    <h1>One moment, please</h1>
    <p>This network wants you to sign in before you go on.</p>
    <form method="post" action="/sign-in"><input name="user"><button>Sign in</button></form>
    <hr>
    <address>gateway</address>
  </body>
</html>
`
