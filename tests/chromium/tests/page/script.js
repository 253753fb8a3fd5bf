document.querySelector('#scripts').textContent = 'Scripts are on';
for (const button of document.querySelectorAll('#shopping button')) {
  button.addEventListener('click', () => button.closest('li').remove());
}
const card = document.querySelector('#card');
let held = false;
card.addEventListener('pointerdown', (event) => {
  held = true;
  card.setPointerCapture(event.pointerId);
});
card.addEventListener('pointerup', (event) => {
  if (!held) return;
  card.hidden = true;
  const below = document.elementFromPoint(event.clientX, event.clientY);
  document.querySelector('#place').textContent = `Card is on the ${below.id}`;
});
