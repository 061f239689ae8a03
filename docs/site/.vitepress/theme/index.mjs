import theme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent } from 'vue'
import Layout from './Layout.vue'
import './site.css'
import './code.css'
import './tables.css'
import './landing.css'

export default {
  extends: theme,
  Layout,
  enhanceApp({ app }) {
    // Only its own page loads the editor.
    app.component(
      'Playground',
      defineAsyncComponent(() => import('../../playground/Playground.vue')),
    )
  },
}
