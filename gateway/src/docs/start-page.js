// The browser sends the session's cookie with each call, and says that the call comes from our own page.
const nothing = () => () => null;

SwaggerUIBundle({
  dom_id: '#api',
  url: '/api/openapi.json',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayOperationId: true,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: -1,
  // Else the document's address would be sent to a validator on another host.
  validatorUrl: null,
  // No script may set or read the session's cookie, so there is nothing to enter.
  plugins: [{ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } }],
});
