// Inlined into the built page. The app starts after the content of the page is drawn: if its scripts and its font were fetched
// earlier, they would compete with the first paint.
requestAnimationFrame(() => {
  setTimeout(() => {
    const parts = document.querySelector('#app-parts').content;
    const app = parts.querySelector('[data-app]').href;
    document.head.append(parts);
    void import(app);
  });
});
