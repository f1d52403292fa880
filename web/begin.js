// Inlined into the built page. The app starts after the content of the page is drawn: if its scripts and its font were fetched
// earlier, they would compete with the first paint.
requestAnimationFrame(() => {
  setTimeout(async () => {
    const parts = document.querySelector('#app-parts').content;
    const scripts = [...parts.querySelectorAll('[data-app]')].map(({ href }) => href);
    document.head.append(parts);
    for (const script of scripts) await import(script);
  });
});
