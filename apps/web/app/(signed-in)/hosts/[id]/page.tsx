import { NowTab } from '../../../../components/host/now/now-tab.tsx'

export default function Page() {
  return <NowTab />
}
