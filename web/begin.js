// Stands in the built page. The app begins when what the page holds is drawn: its scripts and its font, fetched earlier, would
// compete with the first paint.
requestAnimationFrame(() => {
  setTimeout(() => {
    const parts = document.querySelector('#app-parts').content;
    const app = parts.querySelector('[data-app]').href;
    document.head.append(parts);
    void import(app);
  });
});
