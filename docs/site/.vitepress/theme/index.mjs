import theme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent } from 'vue'
import './site.css'

export default {
  ...theme,
  enhanceApp({ app }) {
    // Only its own page loads the editor.
    app.component(
      'Playground',
      defineAsyncComponent(() => import('../../playground/Playground.vue')),
    )
  },
}
