/**
 * Tabs of one kind, such as versions or package managers, show the same choice in all blocks of a page. The browser remembers the choice.
 */

const key = 'osdi-events:tabs'

const groupsOf = () => [...document.querySelectorAll('.vp-code-group')]
const labelsOf = (group) => [...group.querySelectorAll('.tabs label')].map(({ textContent }) => textContent.trim())

/** Choices by kind. The labels of a group are its kind. */
function choices() {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    // No storage, or an unreadable choice.
    return {}
  }
}

function remember(kind, label) {
  try {
    localStorage.setItem(key, JSON.stringify({ ...choices(), [kind]: label }))
  } catch {
    // No storage: the choice lasts as long as the page.
  }
}

function show(group, label) {
  const index = labelsOf(group).indexOf(label)
  if (index < 0) return
  group.querySelectorAll('.tabs input')[index].checked = true
  for (const [at, block] of [...group.querySelector('.blocks').children].entries())
    block.classList.toggle('active', at === index)
}

/** Shows the remembered choices in a page that has just been drawn. */
export function showChoices() {
  const chosen = choices()
  for (const group of groupsOf()) show(group, chosen[labelsOf(group).join()])
}

function onChange({ target }) {
  const group = target.closest?.('.vp-code-group')
  if (!group) return
  const labels = labelsOf(group)
  const label = labels[[...group.querySelectorAll('.tabs input')].indexOf(target)]
  const { top } = group.getBoundingClientRect()
  remember(labels.join(), label)
  for (const other of groupsOf()) if (labelsOf(other).join() === labels.join()) show(other, label)
  // Blocks above may have another height now. The chosen block stays in its place.
  scrollBy({ top: group.getBoundingClientRect().top - top, behavior: 'instant' })
}

export const listenToTabs = () => document.addEventListener('change', onChange)
