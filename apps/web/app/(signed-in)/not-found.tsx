export { NoSuchPage as default } from '../../components/shell/no-such-page.tsx'
